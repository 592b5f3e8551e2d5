import type { CreatedToken } from 'memory-vault-client';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Dialog } from '../../kit/dialog.js';
import { UserText } from '../../kit/userText.js';

/** Shows a new token, which nothing shows again. */
export function TokenDialog({
  made: { name, token },
  onClose,
}: {
  made: CreatedToken;
  onClose: () => void;
}) {
  return (
    <Dialog
      title="Keep this token now"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I kept it
        </Button>
      }
    >
      <div class="box warn">
        <p>
          <strong>It is shown only here, only now.</strong> The vault keeps a hash of it. Whoever
          has it acts for you, so give it to <UserText>{name}</UserText> alone.
        </p>
      </div>
      <div class="once">
        <code>{token}</code>
        <CopyButton text={token} label="Copy the token" />
      </div>
      <p class="hint">
        Verbs, hooks and MCP of Memory Vault read it from <code>VAULT_BEARER_TOKEN</code>. Other
        programs send it as <code>Authorization: Bearer</code>.
      </p>
    </Dialog>
  );
}
