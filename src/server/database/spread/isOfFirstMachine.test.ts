import { expect, test } from 'vitest'
import { isOfFirstMachine } from './isOfFirstMachine.ts'

test.each([
  `SELECT "userId" FROM system.sessions WHERE token = $1`,
  `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, event) FROM unnest($2::text[]) event`,
  `INSERT INTO system.attempts (key) VALUES ($1) ON CONFLICT (key) DO UPDATE SET failures = 1`,
  `UPDATE system.jobs SET lease = $2 WHERE id = (SELECT id FROM system.jobs WHERE id = ANY($1) LIMIT 1 FOR UPDATE SKIP LOCKED)`,
  'DELETE FROM system.queue WHERE id = $1',
])('is of the first machine: %s', text => {
  expect(isOfFirstMachine(text)).toBe(true)
})

test.each([
  'SELECT * FROM users',
  `SELECT * FROM "users" u JOIN system.passwords p ON p."userId" = u.id`,
  `SELECT * FROM system.passwords p\n  JOIN users u ON p."userId" = u.id`,
  `INSERT INTO system.passwords SELECT id FROM (SELECT id FROM users) u`,
  `DELETE FROM\tunidades WHERE "lojaId" = 1`,
  'UPDATE users SET nome = $1',
  'SELECT FROM system.passwords p, users u WHERE p."userId" = u.id',
  'SELECT FROM system.passwords AS p, users u',
  'DELETE FROM system.passwords p USING users u',
  'SELECT FROM system.a a JOIN system.b b ON true, users u',
  'SELECT FROM unnest($1::text[]) x, users u, system.queue q',
  'INSERT INTO system.settings VALUES ($1, public.f_x($2))',
  'UPDATE system.jobs SET lease = $1 FROM system.queue q, users u',
  'TRUNCATE TABLE lojas',
  'CREATE EXTENSION citus',
  `SELECT run_command_on_workers('SELECT count(*) FROM system.jobs')`,
  'WITH found AS (SELECT 1) SELECT * FROM found',
  'DELETE FROM system.joint_commits WHERE id = 0',
])('may be of others: %s', text => {
  expect(isOfFirstMachine(text)).toBe(false)
})
