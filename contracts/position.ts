import * as z from 'zod';

/**
 * Where an event stands in the log. Opaque to everything but the event store: compare as strings, never count with it
 * and never expect neighbours to be contiguous (a rollback leaves a hole).
 */
export const Position = z
  .string()
  .regex(/^\d{20}$/)
  .brand('Position');
export type Position = z.infer<typeof Position>;

/** Before the first event. */
export const START = '0'.repeat(20) as Position;

/** The later of two positions. */
export const later = (a: Position, b: Position): Position => (a > b ? a : b);
