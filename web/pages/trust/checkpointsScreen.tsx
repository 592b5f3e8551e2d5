import { CurrentCheckpoint } from './currentCheckpoint.js';
import { OldCheckpoint } from './oldCheckpoint.js';
import { TrustHead } from './trustHead.js';
import { Witnesses } from './witnesses.js';

/** Signed checkpoints: to take one away, and to check one that was taken away earlier. */
export default function CheckpointsScreen() {
  return (
    <>
      <TrustHead title="Checkpoints" at="/trust/checkpoints">
        A checkpoint is a signed statement of how many events the log has, with one hash over all of
        them. Keep it on another machine, where nobody who can change the vault can change it. It
        then proves later that no event was changed, removed or inserted.
      </TrustHead>
      <div class="columns">
        <CurrentCheckpoint />
        <OldCheckpoint />
        <Witnesses />
      </div>
    </>
  );
}
