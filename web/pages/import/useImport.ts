import { useEffect, useRef, useState } from 'preact/hooks';
import type { ColumnUse } from '../../../src/domain/importing/tableFields.js';
import { type Chosen, mapOf } from './mapOf.js';
import { type Ended, type Read, type Reading, sendFile } from './sendFile.js';

/** How a file is to be read, before its columns are looked at. */
export type Settings = Pick<Reading, 'form' | 'project'>;

const NONE: Chosen = new Map();

/** One file on its way into the vault: rehearsed as soon as it is there, and imported when somebody says so. */
export function useImport(onImported: () => void) {
  const [file, setFile] = useState<File>();
  const [settings, setSettings] = useState<Settings>({ form: '', project: '' });
  /** The mapping before anybody corrected it. */
  const [guessed, setGuessed] = useState<readonly ColumnUse[]>([]);
  const [chosen, setChosen] = useState(NONE);
  /** The choice that the shown report is about. */
  const [tried, setTried] = useState(NONE);
  const [running, setRunning] = useState<{ readonly dryRun: boolean; readonly read?: Read }>();
  const [ended, setEnded] = useState<Ended>();
  const [error, setError] = useState<unknown>();
  /** Whether the last one was a rehearsal. */
  const [wasDryRun, setDryRun] = useState(true);
  const leave = useRef(new AbortController());
  // Who leaves ends it.
  useEffect(() => () => leave.current.abort(), []);

  const run = async (sent: File, how: Settings, choice: Chosen, dryRun: boolean) => {
    leave.current.abort();
    const leaving = new AbortController();
    leave.current = leaving;
    setRunning({ dryRun });
    setDryRun(dryRun);
    setError(undefined);
    setEnded(undefined);
    setTried(choice);
    try {
      const reading = { ...how, map: mapOf(guessed, choice), dryRun };
      const onRead = (read: Read) => leave.current === leaving && setRunning({ dryRun, read });
      const end = await sendFile(sent, reading, { signal: leaving.signal, onRead });
      if (choice === NONE && dryRun) setGuessed(end.report.mapping ?? []);
      setEnded(end);
    } catch (thrown) {
      if (!leaving.signal.aborted) setError(thrown);
    }
    if (leave.current !== leaving) return;
    setRunning(undefined);
    if (!dryRun) onImported();
  };

  /** Rehearses a file anew, with nothing chosen of its columns. */
  const start = (sent: File, how: Settings) => {
    setFile(sent);
    setSettings(how);
    setGuessed([]);
    setChosen(NONE);
    return run(sent, how, NONE, true);
  };

  return {
    file,
    settings,
    guessed,
    chosen,
    running,
    ended,
    error,
    wasDryRun,
    /** Whether the columns were chosen otherwise since. */
    isCorrected: chosen !== tried,
    start,
    choose: (column: string, becomes: ColumnUse['becomes']) =>
      setChosen((before) => new Map([...before, [column, becomes]])),
    /** Rehearses it with the columns as they are chosen, or imports it so. */
    go: async (dryRun: boolean) => file && run(file, settings, chosen, dryRun),
    stop: () => leave.current.abort(),
    forget: () => {
      leave.current.abort();
      setFile(undefined);
      setEnded(undefined);
      setError(undefined);
    },
  };
}
