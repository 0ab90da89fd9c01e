import { messages } from './messages.ts';

/** A short message that goes by itself. Its code loads after the page, as nothing is ever said first thing. */
export async function toast(message: string, tone: 'good' | 'bad' = 'good'): Promise<void> {
  const { show } = await import('./toaster.tsx');
  show({ message, closeButtonProps: { 'aria-label': messages.close }, ...(tone === 'bad' ? { color: 'red' } : {}) });
}
