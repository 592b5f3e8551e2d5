import type { Remains } from './examine.js';
import type { Answer } from './requests.js';

/** The answers that the remains of a vault contradict. */
export function brokenPromises(answers: readonly Answer[], remains: Remains): readonly Answer[] {
  const titles = new Set<string>();
  const started = new Map<string, string | undefined>();
  const ended = new Set<string>();
  const forgotten = new Set<string>();
  const copies = new Map<string, Set<string>>();
  for (const event of remains.events) {
    switch (event.type) {
      case 'observation.saved':
      case 'observation.revised': {
        const { id, title } = event.data;
        titles.add(`${id} ${title}`);
        copies.set(title, (copies.get(title) ?? new Set()).add(id));
        break;
      }
      case 'observation.forgotten':
        forgotten.add(event.data.id);
        break;
      case 'session.started':
        started.set(event.data.id, event.data.goal);
        break;
      case 'session.ended':
        ended.add(event.data.id);
        break;
    }
  }
  const storedAs = (title: string) =>
    new Set(answers.flatMap((one) => (one.is === 'stored' && one.title === title ? [one.id] : [])))
      .size;
  const isKept = (answer: Answer): boolean => {
    switch (answer.is) {
      case 'stored':
      case 'duplicate':
      case 'revised':
        return titles.has(`${answer.id} ${answer.title}`) || forgotten.has(answer.id);
      case 'forgotten':
        return forgotten.has(answer.id) && !remains.readable.includes(answer);
      case 'started':
        return started.get(answer.id) === answer.goal;
      case 'ended':
        return ended.has(answer.id);
      case 'key':
        return answer.key === remains.adminKey;
      case 'refused':
        return (
          !answer.detail.includes('nothing was stored') ||
          (copies.get(answer.request)?.size ?? 0) <= storedAs(answer.request)
        );
    }
  };
  return answers.filter((answer) => !isKept(answer));
}
