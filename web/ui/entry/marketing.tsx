import { Logo } from '../logo.tsx';
import { messages } from './marketing-messages.ts';

/** Frankly's name where there is no left side. A company's logo takes its place. */
export const SmallBrand = () => (
  <p className="brand brand-small">
    <Logo size={32} /> {messages.product}
  </p>
);

/** The left side: what Frankly is for, and three sentences on how. No script runs in it: the link unfolds them by being their address. */
export function Marketing() {
  return (
    <aside className="marketing">
      <a className="brand" href="/">
        <Logo size={34} background="rgb(255 255 255 / 18%)" color="#fff" tick="#4450d4" /> {messages.product}
      </a>
      <div className="promise">
        <p className="promise-head">{messages.promise}</p>
        <p>{messages.promiseMore}</p>
        <a href="#tour">
          {messages.seeItInAction} <span aria-hidden="true">→</span>
        </a>
        <ol id="tour" className="tour">
          {messages.tour.map(([step, words]) => (
            <li key={step}>
              <b>{step}</b> {words}
            </li>
          ))}
        </ol>
      </div>
      <svg className="hills" viewBox="0 0 600 320" preserveAspectRatio="none" aria-hidden="true">
        <path
          d="M0 292C60 280 90 218 140 218s80 46 118 46c46 0 92-160 152-168 54 8 60 20 96-30 30-42 58-56 94-66v320H0Z"
          fill="rgb(255 255 255 / 15%)"
        />
        <path
          d="M0 292C60 280 90 218 140 218s80 46 118 46c46 0 92-160 152-168 54 8 60 20 96-30 30-42 58-56 94-66"
          fill="none"
          stroke="rgb(255 255 255 / 78%)"
          strokeWidth="3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </aside>
  );
}
