import { useId, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';
import { notify } from '../../kit/notices.js';
import { UserText } from '../../kit/userText.js';
import { pausedProjects } from './pausedProjects.js';

const TYPES = ['hive.project_paused', 'hive.project_resumed', 'hive.project_forgotten'] as const;

/** Which projects take no part in the hive, and how to change that. */
export function HiveProjects() {
  const asked = useAsk('paused', async (signal) => {
    const lists = TYPES.map((type) =>
      api.GET('/admin/events', { params: { query: { type, limit: 1000 } }, signal }),
    );
    return pausedProjects((await Promise.all(lists)).flatMap(({ data }) => data));
  });
  const [error, setError] = useState<unknown>(undefined);
  const change = async (project: string, to: 'pause' | 'resume') => {
    setError(undefined);
    try {
      await api.POST(`/admin/hive/projects/{project}/${to}`, { params: { path: { project } } });
    } catch (thrown) {
      setError(thrown);
      return;
    }
    notify(to === 'pause' ? `${project} is paused.` : `${project} is resumed.`);
    asked.again();
  };
  return (
    <>
      {error !== undefined && <ErrorBox error={error} />}
      <Asking asked={asked}>
        {(paused) =>
          paused.length === 0 ? (
            <p class="hint">None.</p>
          ) : (
            <ul class="rows paused">
              {paused.map((project) => (
                <li key={project}>
                  <UserText>{project}</UserText>
                  <Button onClick={() => change(project, 'resume')} label={`Resume ${project}`}>
                    Resume
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Asking>
      <PauseForm onPause={(project) => change(project, 'pause')} />
    </>
  );
}

function PauseForm({ onPause }: { onPause: (project: string) => Promise<void> }) {
  const [project, setProject] = useState('');
  const list = useId();
  const projects = useAsk(
    'projects',
    async (signal) => (await api.GET('/api/v1/projects', { signal })).data,
  );
  const pause = async () => {
    await onPause(project);
    setProject('');
  };
  return (
    <div class="form">
      <Field
        label="Pause a project"
        hint="No note of the project is pushed until you resume it. Notes that the hub already has stay there."
      >
        <input
          list={list}
          value={project}
          onInput={({ currentTarget }) => setProject(currentTarget.value)}
        />
      </Field>
      <datalist id={list}>
        {projects.value?.map((one) => (
          <option key={one.project} value={one.project} />
        ))}
      </datalist>
      <div class="actions">
        <Button onClick={pause} disabled={project.trim() === ''}>
          Pause
        </Button>
      </div>
    </div>
  );
}
