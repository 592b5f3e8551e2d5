import { z } from 'zod';

const InstallRecord = z.object({
  version: z.string(),
  dataDir: z.string(),
  host: z.string(),
  port: z.int(),
});

/** What a service file says about the service that it starts, for `status`. Only `install` writes such a line. */
export type InstallRecord = z.infer<typeof InstallRecord>;

const MARK = 'memory-vault service ';

/** One line that fits into a comment of a unit and of XML, where two hyphens would end it. */
export function recordLine({ version, dataDir, host, port }: InstallRecord): string {
  const json = JSON.stringify({ version, dataDir, host, port });
  return MARK + json.replaceAll('--', '-\\u002d');
}

/** The record in a service file; undefined if `install` did not write the file. */
export function readRecord(text: string): InstallRecord | undefined {
  const line = text.split('\n').find((one) => one.includes(MARK));
  const [json] = /\{.*\}/.exec(line ?? '') ?? [];
  if (json === undefined) return undefined;
  try {
    return InstallRecord.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
