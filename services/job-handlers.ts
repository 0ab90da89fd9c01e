import type { JobHandlers } from '@frankly/infra/jobs/port';
import { sendLink } from './links/request-link.ts';
import { type Post, sendLinkJob } from './links/send-link.ts';
import { mailNoticeJob } from './mail/notice-job.ts';
import { mailNotice } from './mail/send-notice.ts';

/** Every kind of job there is. A feature adds its own here once. */
export const jobHandlers = (post: Post): JobHandlers => ({
  [sendLink]: sendLinkJob(post),
  [mailNotice]: mailNoticeJob(post),
});
