import pg from 'pg';

/** The server went away or is not ready yet, as against a statement that it refused. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0)/.test(error.code ?? '');
  const { code, message } = error as { code?: string; message?: string };
  return (
    /^(ECONN|EPIPE|ETIMEDOUT)/.test(code ?? '') || /connection (terminated|error|timeout)|timeout exceeded/i.test(message ?? '')
  );
}
