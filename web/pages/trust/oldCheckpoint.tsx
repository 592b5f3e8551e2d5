import { useRef, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Card } from '../../kit/card.js';
import { DropFile } from '../../kit/dropFile.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';
import { type Asks, checkOld, type Step } from './checkOld.js';
import { fileText } from './fileText.js';

const ASKS: Asks = {
  key: async () => (await api.GET('/api/v1/audit/key')).data,
  checkpoint: async (events) => {
    const header = { 'X-Min-Position': events };
    return (await api.GET('/api/v1/audit/checkpoint', { params: { header } })).data;
  },
  consistency: async (from, to) =>
    (await api.GET('/api/v1/audit/consistency', { params: { query: { from, to } } })).data,
};

/** What was found about a file. */
interface Check {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly isDone: boolean;
  /** Why it could not be read or asked for. */
  readonly error?: unknown;
}

/** Takes an old checkpoint and checks it in this browser, step by step. */
export function OldCheckpoint() {
  const [check, setCheck] = useState<Check>();
  const [kept, setKept] = useState('');
  /** Counts the files, since one may be dropped while another is being checked. */
  const round = useRef(0);
  const take = async (file: File) => {
    round.current += 1;
    const mine = round.current;
    const show = (next: Check) => mine === round.current && setCheck(next);
    let steps: readonly Step[] = [];
    const { name } = file;
    show({ name, steps, isDone: false });
    try {
      const key = kept.trim() === '' ? undefined : kept.trim();
      for await (const step of checkOld(await fileText(file), key, ASKS)) {
        steps = [...steps, step];
        show({ name, steps, isDone: false });
      }
      show({ name, steps, isDone: true });
    } catch (error) {
      show({ name, steps, isDone: true, error });
    }
  };
  return (
    <Card title="Check an old checkpoint">
      <p>
        Choose a checkpoint that you keep on another machine. This browser checks its signature, and
        that today's log begins with the same events.
      </p>
      <DropFile
        accept=".txt,text/plain"
        label="Drop a checkpoint here, or choose its file"
        onFile={take}
      />
      <details>
        <summary>I have the public key, too</summary>
        <Field
          label="Public key"
          hint="If the field is empty, the page uses the key that the vault gives now. Your own copy of the key also shows whether the vault was replaced."
        >
          <input
            type="text"
            value={kept}
            spellcheck={false}
            autocomplete="off"
            placeholder="memory-vault/5d41402abc4b2a76+1a2b3c4d+AbCd…"
            onInput={({ currentTarget }) => setKept(currentTarget.value)}
          />
        </Field>
      </details>
      <div aria-live="polite">{check && <Verdict check={check} />}</div>
    </Card>
  );
}

const MARKS = { ok: '✓', failed: '✗', unable: '?' } as const;
const SPOKEN = { ok: 'Passed', failed: 'Failed', unable: 'Not checked' } as const;

function Verdict({ check: { name, steps, isDone, error } }: { check: Check }) {
  return (
    <div class="verdict">
      <h3>{name}</h3>
      <ol class="steps">
        {steps.map(({ title, state, detail }) => (
          <li key={title}>
            <span class={`step-mark ${state}`} aria-hidden="true">
              {MARKS[state]}
            </span>
            <strong>
              <span class="sr-only">{SPOKEN[state]}: </span>
              {title}
            </strong>
            <span>{detail}</span>
          </li>
        ))}
      </ol>
      {error !== undefined && <ErrorBox error={error} />}
      {isDone && error === undefined && <Conclusion steps={steps} />}
    </div>
  );
}

function Conclusion({ steps }: { steps: readonly Step[] }) {
  switch (steps.at(-1)?.state) {
    case 'ok':
      return (
        <p class="box good">
          <strong>This vault still holds everything that the checkpoint covers, unchanged.</strong>
        </p>
      );
    case 'unable':
      return (
        <div class="box warn">
          <p>
            <strong>It could not be checked here.</strong> On a machine with Memory Vault:
          </p>
          <pre class="command">memory-vault verify --against checkpoint.txt</pre>
        </div>
      );
    default:
      return (
        <p class="box bad">
          <strong>This checkpoint proves nothing about the vault.</strong> If you are sure that the
          file is a checkpoint of this vault and undamaged, keep a copy of the data directory and
          compare it with a backup.
        </p>
      );
  }
}
