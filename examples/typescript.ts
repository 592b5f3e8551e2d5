// Saves three notes, finds them, pages through them, follows the log and is refused.
import { createClient, VaultError } from 'memory-vault-client';

const vault = createClient({
  url: process.env.VAULT_URL ?? 'http://127.0.0.1:7437',
  // The owner's key is in admin.key in the data directory; only the log asks for it.
  adminKey: process.env.VAULT_ADMIN_KEY,
});
const project = `example-${crypto.randomUUID()}`;
const note = { project, type: 'task', title: 'Note 1', content: 'Retry payments' } as const;

// The client makes a key for each save and sends it with every attempt. With a key of your own, a save happens once
// even if your program is started again.
const params = { header: { 'Idempotency-Key': `${project}-1` } };
const saved = await vault.POST('/api/v1/observations', { body: note, params });
const position = Number(saved.response.headers.get('X-Log-Position'));
const again = await vault.POST('/api/v1/observations', { body: note, params });
if (JSON.stringify(again.data) === JSON.stringify(saved.data)) {
  console.log('sent again with the same key: the same note');
}
for (const title of ['Note 2', 'Note 3']) {
  await vault.POST('/api/v1/observations', { body: { ...note, title } });
}

const query = { q: 'retry payments', project };
const { data: hits } = await vault.GET('/api/v1/search', { params: { query } });
console.log(`found ${hits.length} notes`);

// Asks for the next page when the loop gets there.
for await (const { title } of vault.timeline(project, { limit: 2 })) {
  console.log(`timeline: ${title}`);
}

// Without end: it connects again when the connection breaks, and goes on after the last event. It throws a VaultError if
// the service refuses, or stays away for longer than a request is retried.
for await (const { type } of vault.followEvents({ after: position - 1 })) {
  console.log(`event: ${type}`);
  break;
}

try {
  await vault.POST('/api/v1/observations', {
    // @ts-expect-error the compiler sees that the content is missing; so does the vault
    body: { title: 'No content', type: 'task' },
  });
} catch (error) {
  if (!(error instanceof VaultError)) throw error;
  console.log(`refused: ${error.status} ${error.code}`);
}
