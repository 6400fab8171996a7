import type { Logger } from 'pino'
import type { Queries } from '../database/queries.ts'
import type { IntegrationHealth } from './integrationHealth.ts'

/**
 * Keeps in the database which services fail, since when and why: for all servers of a database and for those who come after a restart.
 * What nobody told again for a day counts no more.
 */
export function keepIntegrationHealth(health: IntegrationHealth, q: Queries, log: Logger): void {
  const run = (text: string, params: readonly unknown[]): void => {
    q.query(text, params).catch((error: unknown) => log.warn({ err: error }, 'the state of an integration was not kept'))
  }
  health.tell({
    failing: ({ name, since, reason }) =>
      run(
        `INSERT INTO system.failing_services AS f (name, since, reason) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET reason = EXCLUDED.reason, "toldAt" = EXCLUDED."toldAt",
           since = CASE WHEN EXCLUDED."toldAt" - f."toldAt" > interval '1 day' THEN EXCLUDED.since ELSE f.since END`,
        [name, since, reason],
      ),
    answers: name => run('DELETE FROM system.failing_services WHERE name = $1', [name]),
  })
}
