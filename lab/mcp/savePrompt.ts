/** Saves a prompt of the name that the suite asks for, so that it can try one that is stored. `session` is a session token. */
export async function savePrompt(url: string, session?: string): Promise<void> {
  const { status } = await fetch(`${url}/api/v1/prompts`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(session !== undefined && { 'X-Session-Token': session }),
    },
    body: JSON.stringify({ name: 'test_simple_prompt', content: 'This is a prompt for a test.' }),
  });
  if (status !== 200) throw new Error(`the prompt was not saved: ${status}`);
}
