import { CurrentCheckpoint } from './currentCheckpoint.js';
import { OldCheckpoint } from './oldCheckpoint.js';
import { TrustHead } from './trustHead.js';
import { Witnesses } from './witnesses.js';

/** Signed checkpoints: to take one away, and to check one that was taken away earlier. */
export default function CheckpointsScreen() {
  return (
    <>
      <TrustHead title="Checkpoints" at="/trust/checkpoints">
        A checkpoint is a signed line that says how many events the log has and which hash all of
        them have together. Kept where nobody who can change the vault can change it, too, it proves
        later that none of these events was changed, removed or slipped in.
      </TrustHead>
      <div class="columns">
        <CurrentCheckpoint />
        <OldCheckpoint />
        <Witnesses />
      </div>
    </>
  );
}
