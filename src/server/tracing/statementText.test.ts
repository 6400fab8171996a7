import { expect, it } from 'vitest'
import { tellStatement } from './statementText.ts'

it.each([
  [
    `SELECT  a\n FROM "produtos" WHERE nome = 'Ana''s' AND "lojaId" = 17`,
    'SELECT a FROM "produtos" WHERE nome = ? AND "lojaId" = ?',
  ],
  [`SELECT $1, e'it\\'s ana', c1 FROM t`, 'SELECT $1, ?, c1 FROM t'],
  ['DO $x$ BEGIN ana; END $x$', 'DO ?'],
  ['SELECT 1.5 -- ana\n, 2 /* ana */', 'SELECT ? ? , ? ?'],
])('leaves the values of %j out', (text, plain) => expect(tellStatement(text).text).toBe(plain))

it.each([
  ['select x from "Movimentos" m', 'SELECT Movimentos'],
  ['INSERT INTO system."queue" (id) VALUES ($1)', 'INSERT system.queue'],
  ["WITH a AS (SELECT 1 FROM b) UPDATE c SET d = 'e'", 'WITH b'],
  ['COMMIT', 'COMMIT'],
])('calls %j by what it does', (text, name) => expect(tellStatement(text).name).toBe(name))
