import { api } from '../base/api.js';
import { useAsk } from '../base/useAsk.js';
import { layerWords } from './layerWords.js';

/** Chooses one of the projects, or all: then the name is empty. */
export function ProjectSelect({
  value,
  onChange,
}: {
  value: string;
  onChange: (name: string) => void;
}) {
  const { value: projects = [] } = useAsk('projects', async (signal) => {
    const params = { query: { filled: 'true' } } as const;
    const { data } = await api.GET('/api/v1/projects', { params, signal });
    return data.map(({ project }) => project);
  });
  // One that the address names may be written otherwise, or have no notes yet.
  const names = value === '' || projects.includes(value) ? projects : [value, ...projects];
  return (
    <select
      aria-label="Project"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">All projects</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {[name, layerWords(name)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </select>
  );
}
