import type { LoginData } from '@frankly/contracts/sign-in';

/** Ctrl+G or Cmd+G leads Frankly's own people to where they sign in, unless they are there. */
export function followStaffLogin({ franklyLoginUrl }: LoginData): void {
  if (!franklyLoginUrl || window.location.hostname.split('.')[0] === 'frankly') return;
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'g') return;
    event.preventDefault();
    window.location.assign(franklyLoginUrl);
  });
}
