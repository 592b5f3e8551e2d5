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
      title="Store this token now"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <div class="box warn">
        <p>
          <strong>You see it only here, only now.</strong> The vault has only a hash of it. Anybody
          who has the token acts for you: give it to <UserText>{name}</UserText> alone.
        </p>
      </div>
      <div class="once">
        <code>{token}</code>
        <CopyButton text={token} label="Copy the token" />
      </div>
      <p class="hint">
        The commands, the hooks and the MCP server of Memory Vault read it from{' '}
        <code>VAULT_BEARER_TOKEN</code>. Other programs send it as{' '}
        <code>Authorization: Bearer</code>.
      </p>
    </Dialog>
  );
}
