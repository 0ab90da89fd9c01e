/** @jsxRuntime automatic */
import { scales } from '@frankly/contracts/question-types';
import { longestPageComment, surveyPageWords as words } from '@frankly/contracts/surveys';
import type { PublishedSurvey } from '@frankly/projections/surveys/published-surveys';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { style } from './survey-page-style.ts';

export type Problems = Partial<Record<'score' | 'comment', string>>;

export interface FormState {
  /** Makes the answer's id, so that one form is one answer however often it is sent. */
  token: string;
  score: number | null;
  comment: string;
  /** What the link said beyond the score; comes back with the answer. */
  carried: Readonly<Record<string, string>>;
  /** The score came with the link and waits to be confirmed. */
  confirm: boolean;
  problems: Problems;
}

export const tokenField = 'token';
export const versionField = 'version';
/** A field that people never see; whoever fills it is a bot. Its name is none that a browser fills in by itself. */
export const trapField = 'second_comment';

const html = (page: ReactNode): string => `<!doctype html>${renderToStaticMarkup(page)}`;

/** The question, with what was chosen and typed before. */
export const renderSurveyPage = (survey: PublishedSurvey, form: FormState): string =>
  html(
    <Page title={form.problems.score || form.problems.comment ? words.errorTitle : survey.question} brand={survey.brand}>
      <Form survey={survey} form={form} />
      <footer>{words.reaches(survey.brand)}</footer>
    </Page>,
  );

export const renderThanksPage = (survey: PublishedSurvey): string =>
  html(
    <Page title={words.done} brand={survey.brand}>
      <Ending mark="M4 12.5l5.5 5.5L20 7" title={words.done} text={survey.thanks} />
    </Page>,
  );

export const renderUnknownPage = (): string =>
  html(
    <Page title={words.unknownTitle}>
      <Ending mark="M11 4a7 7 0 110 14 7 7 0 010-14zM16 16l5 5" title={words.unknownTitle} text={words.unknown} />
    </Page>,
  );

export const renderFailedPage = (text: string): string =>
  html(
    <Page title={words.failedTitle}>
      <Ending mark="M12 4v10M12 19.5v.1" title={words.failedTitle} text={text} />
    </Page>,
  );

function Page({ title, brand, children }: { title: string; brand?: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{brand ? `${title} · ${brand}` : title}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        {brand && (
          <header>
            <span className="mark" aria-hidden="true">
              {[...brand][0]?.toUpperCase()}
            </span>
            {brand}
          </header>
        )}
        {children}
      </body>
    </html>
  );
}

function Ending({ mark, title, text }: { mark: string; title: string; text: string }) {
  return (
    <main className="end">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={mark} />
      </svg>
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}

function Form({ survey, form }: { survey: PublishedSurvey; form: FormState }) {
  const { problems } = form;
  return (
    <main>
      {/* The query keeps the post at an address of its own: browsers drop what they kept of an address they post to. */}
      <form method="post" action={`/s/${survey.surveyId}?answer`} noValidate>
        <fieldset aria-describedby={problems.score ? 'score-problem' : form.confirm ? 'chosen' : undefined}>
          <legend>
            <h1>{survey.question}</h1>
          </legend>
          {problems.score && <Problem id="score-problem" text={problems.score} />}
          {form.confirm && form.score !== null && (
            <p className="hint" id="chosen">
              {words.chosen(spoken(survey, form.score))}
            </p>
          )}
          <Scores survey={survey} chosen={form.score} wrong={problems.score !== undefined} />
        </fieldset>
        <label className={problems.comment ? 'ask wrong' : 'ask'} htmlFor="comment">
          {survey.commentPrompt} <small>({words.optional})</small>
        </label>
        <textarea
          id="comment"
          name="comment"
          rows={4}
          maxLength={longestPageComment}
          defaultValue={form.comment}
          autoFocus={problems.comment !== undefined && !problems.score}
          aria-invalid={problems.comment ? true : undefined}
          aria-describedby={problems.comment ? 'comment-problem' : undefined}
        />
        {problems.comment && <Problem id="comment-problem" text={problems.comment} />}
        <div className="away" aria-hidden="true">
          <label htmlFor={trapField}>{words.leaveEmpty}</label>
          <input id={trapField} name={trapField} tabIndex={-1} autoComplete="off" />
        </div>
        <input type="hidden" name={tokenField} value={form.token} />
        <input type="hidden" name={versionField} value={survey.version} />
        {Object.entries(form.carried).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit">{form.confirm ? words.confirm : words.send}</button>
      </form>
    </main>
  );
}

function Scores({ survey, chosen, wrong }: { survey: PublishedSurvey; chosen: number | null; wrong: boolean }) {
  const { lowest } = scales[survey.questionType];
  const scores = Array.from({ length: survey.scale - lowest + 1 }, (_, index) => lowest + index);
  const stars = survey.questionType === 'fivestar';
  const endWords = new Map([
    [lowest, survey.lowLabel],
    [survey.scale, survey.highLabel],
  ]);
  return (
    <>
      <div className={`scores ${stars ? 'stars' : `n${scores.length}`}${wrong ? ' wrong' : ''}`}>
        {scores.map((score) => (
          <label key={score}>
            <input
              type="radio"
              name="score"
              value={score}
              defaultChecked={score === chosen}
              autoFocus={wrong && score === lowest}
            />
            {stars ? <Star /> : <span className="n">{score}</span>}
            {stars && <span className="away">{words.stars(score)}</span>}
            {endWords.get(score) && <span className="away">, {endWords.get(score)}</span>}
          </label>
        ))}
      </div>
      {(survey.lowLabel || survey.highLabel) && (
        <div className="ends" aria-hidden="true">
          <span>{stars ? survey.lowLabel : `${lowest} · ${survey.lowLabel}`}</span>
          <span>{stars ? survey.highLabel : `${survey.scale} · ${survey.highLabel}`}</span>
        </div>
      )}
    </>
  );
}

function Star() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z" />
    </svg>
  );
}

function Problem({ id, text }: { id: string; text: string }) {
  return (
    <p className="bad" role="alert" id={id}>
      {text}
    </p>
  );
}

const spoken = (survey: PublishedSurvey, score: number): string =>
  survey.questionType === 'fivestar' ? words.stars(score) : String(score);
