import type { IssuedInvite } from 'memory-vault-client';
import { inviteMessage } from '../../../src/domain/inviteMessage.js';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Dialog } from '../../kit/dialog.js';
import { UserText } from '../../kit/userText.js';

/** Shows a new invite, which nothing shows again. */
export function InviteDialog({
  invite,
  onClose,
}: {
  invite: IssuedInvite & { readonly others: readonly string[] };
  onClose: () => void;
}) {
  const message = inviteMessage(location.origin, invite);
  return (
    <Dialog
      title="Send this invite"
      onClose={onClose}
      actions={
        <>
          <CopyButton text={invite.token} label="Copy the invite only" />
          <CopyButton text={message} label="Copy the message" />
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        For <UserText>{invite.email}</UserText>. It is <strong>shown only now</strong>: the vault
        has only a hash of it. Send it in a way that only this person reads. Anybody who has it can
        log in with it.
      </p>
      {invite.others.length > 0 && (
        <p class="box warn">
          This person is also a member of <UserText>{invite.others.join(', ')}</UserText>. Each
          membership ends only when you remove it.
        </p>
      )}
      <pre class="message">{message}</pre>
    </Dialog>
  );
}
