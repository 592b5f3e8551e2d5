/** Says where logging in cannot work: browsers tell the vault where a request comes from only on localhost and over HTTPS. */
export function UnsafePlace() {
  if (isSecureContext) return null;
  return (
    <div class="box warn">
      <p>
        <strong>Nobody can log in at this address.</strong> The address uses neither HTTPS nor
        localhost. The browser then does not tell the vault that a request comes from the vault's
        own page.
      </p>
      <p>
        Ask whoever runs the vault to put it behind HTTPS, or open it as{' '}
        <code>http://localhost</code> through an SSH tunnel.
      </p>
    </div>
  );
}
