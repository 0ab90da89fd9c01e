import { useEffect, useRef } from 'react';

const unreachable = 'The reCAPTCHA challenge could not be loaded. Check your connection and load this page again.';

interface Grecaptcha {
  render(
    element: HTMLElement,
    options: { sitekey: string; theme: string; size: string; callback: (token: string) => void; 'expired-callback': () => void },
  ): number;
}
declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
    franklyRecaptchaReady?: () => void;
  }
}

let loading: Promise<Grecaptcha> | undefined;

/** Google's script, asked for once; a failed load can be tried again. */
function grecaptcha(): Promise<Grecaptcha> {
  loading ??= new Promise<Grecaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    window.franklyRecaptchaReady = () => (window.grecaptcha ? resolve(window.grecaptcha) : reject(new Error('no grecaptcha')));
    script.src = 'https://www.google.com/recaptcha/api.js?render=explicit&onload=franklyRecaptchaReady';
    script.async = true;
    script.addEventListener('error', () => reject(new Error('reCAPTCHA did not load')));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

interface RecaptchaProps {
  siteKey: string;
  /** The response to the challenge, or an empty text when it has run out. */
  onAnswer: (token: string) => void;
  onFailure: (error: string) => void;
}

/** The challenge, rendered into a place of its own. A new key is a new challenge. */
export function Recaptcha({ siteKey, onAnswer, onFailure }: RecaptchaProps) {
  const place = useRef<HTMLDivElement>(null);
  const listeners = useRef({ onAnswer, onFailure });
  useEffect(() => {
    listeners.current = { onAnswer, onFailure };
  });
  useEffect(() => {
    // Each rendering needs a fresh element.
    const box = document.createElement('div');
    place.current?.append(box);
    let gone = false;
    const ask = async () => {
      const { render } = await grecaptcha();
      if (gone) return;
      const dark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
      render(box, {
        sitekey: siteKey,
        theme: dark ? 'dark' : 'light',
        size: window.innerWidth < 360 ? 'compact' : 'normal',
        callback: (token) => listeners.current.onAnswer(token),
        'expired-callback': () => listeners.current.onAnswer(''),
      });
    };
    ask().catch(() => gone || listeners.current.onFailure(unreachable));
    return () => {
      gone = true;
      box.remove();
      listeners.current.onAnswer('');
    };
  }, [siteKey]);
  return <div ref={place} className="recaptcha" />;
}
