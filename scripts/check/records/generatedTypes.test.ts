import { expect, test } from 'vitest'
import { codeFile } from '../codeFile.ts'
import { generatedTypes } from './generatedTypes.ts'

test('a file that reads a register by a shape of its own is found; one with a generated type, and one of other tables, are not', () => {
  const own = "q.query<{ entrada: boolean }>('SELECT entrada FROM nfes WHERE id = $1', [id])"
  const generated = "q.query<RowOf<'nfes', 'entrada'>>('SELECT entrada FROM nfes WHERE id = $1', [id])"
  const other = "q.query<{ saldo: string }>('SELECT saldo FROM estoque.contagens', [])"
  const found = (path: string, text: string) => generatedTypes.find([codeFile(path, text)]).length
  expect([found('src/domain/a.ts', own), found('src/domain/a.ts', generated), found('src/domain/a.ts', other)]).toEqual([1, 0, 0])
  expect([found('src/server/a.ts', own), found('src/domain/a.test.ts', own)]).toEqual([0, 0])
})

test('a text is typed where it is sent', () => {
  const text = codeFile(
    'src/domain/a/sumsSql.ts',
    'export const sumsSql = `SELECT count(*)::int AS n FROM nfes WHERE "lojaId" = $1`',
  )
  const around = codeFile(
    'src/domain/a/around.ts',
    "import { sumsSql } from './sumsSql.ts'\nexport const all = 'SELECT * FROM (' + sumsSql + ') s'",
  )
  const sender = codeFile('src/domain/a/send.ts', "import { all } from './around.ts'\nq.query<{ n: number }>(all, [1])")
  const found = generatedTypes.find([text, around, sender]).map(line => line.split(':')[0])
  expect(found).toEqual(['src/domain/a/send.ts'])
})
