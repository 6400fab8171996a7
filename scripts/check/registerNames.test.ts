import { expect, test } from 'vitest'
import { codeFile } from './codeFile.ts'
import { placesNamingRegister } from './registerNames.ts'

const places = (text: string): string[] => placesNamingRegister(codeFile('src/server/a.ts', text), ['produtos', 'users'])

test.each([
  ["tableOf(model, 'produtos')", ['src/server/a.ts:1: produtos']],
  ['const { nome } = model.registers.produtos', ['src/server/a.ts:1: produtos']],
  ['const a = 1\nq.query(`SELECT 1 FROM "produtos" `)', ['src/server/a.ts:2: produtos in SQL']],
  ["q.query('UPDATE users SET a = 1')", ['src/server/a.ts:1: users in SQL']],
  ["role('users')", []],
  ["say('Escolha os produtos')", []],
  ["q.query('SELECT 1 FROM system.users')", []],
  ['// FROM produtos', []],
])('%s', (text, found) => {
  expect(places(text)).toEqual(found)
})
