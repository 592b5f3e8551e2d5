/** Holds the place of what is not there yet. Quick answers come before it is seen. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div class="loading" role="status">
      <span class="sr-only">{label}</span>
      <div class="bar" />
      <div class="bar" />
      <div class="bar" />
    </div>
  );
}
