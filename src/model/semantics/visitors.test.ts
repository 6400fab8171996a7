import { expect, it } from 'vitest'
import { readDefinitionFiles } from '../../server/start/definitionFiles.ts'
import { checkDefinitions } from '../read.ts'

const definitions = readDefinitionFiles()
const register = 'registers/salao/salao_reservas.schema.json'
const form = 'screens/reservar.json'
const visit = 'screens/reserva.json'
const quotes = 'registers/estoque/cotacoes.schema.json'

/** The problems of one file with a text changed: their codes, and the text of their line. */
function told(path: string, from: string, to: string): string[] {
  const files = definitions.map(file => (file.path === path ? { ...file, text: file.text.replace(from, to) } : file))
  const text = files.find(file => file.path === path)?.text ?? ''
  expect(text).not.toBe(definitions.find(file => file.path === path)?.text)
  return checkDefinitions(files)
    .filter(problem => problem.file === path)
    .map(({ code, line }) => `${code} ${text.split('\n')[line - 1]?.trim().slice(0, 20)}`)
}

it.each([
  [
    'a field that there is not',
    register,
    '"email", "telefone", "inicio"',
    '"emial", "telefone", "inicio"',
    'field-unknown "fields": ["nome", "',
  ],
  [
    'a reference',
    register,
    '"email", "telefone", "inicio"',
    '"email", "mesaId", "inicio"',
    'visitors-field "fields": ["nome", "',
  ],
  [
    'a field of the server',
    register,
    '"email", "telefone", "inicio"',
    '"email", "origem", "inicio"',
    'visitors-field "fields": ["nome", "',
  ],
  ['an expression of no sense', register, '"origem": "\'SITE\'"', '"origem": "nomme"', 'expression-invalid "set": { "origem": "'],
  [
    'a text that nobody wrote',
    register,
    '"reserva.consent-text"',
    '"reserva.consent-tex"',
    'message-unknown "consent": { "messag',
  ],
  ['a letter that nobody wrote', register, '"reserva.letter"', '"reserva.lettre"', 'message-unknown "confirm": { "email"'],
  ['a letter without the link', register, '"reserva.letter"', '"accountant-files"', 'visitors-letter "confirm": { "email"'],
  ['a way that there is not', register, '["desistir"]', '["desisti"]', 'way-unknown "ways": ["desisti"],'],
  ['a way that asks', register, '["desistir"]', '["cancelar"]', 'visitors-way "ways": ["cancelar"]'],
  ['a way to confirm that there is not', register, '"way": "verificar"', '"way": "verifica"', 'way-unknown "confirm": { "email"'],
  [
    'an answer of a field that there is not',
    quotes,
    '"fields": ["entrega"',
    '"fields": ["entregar"',
    'field-unknown "fields": ["entregar',
  ],
  [
    'an answer that fills what the server keeps',
    quotes,
    '"fills": ["preco"]',
    '"fills": ["unidade"]',
    'visitors-field "rows": { "list": "i',
  ],
  ['an answer in a list that there is not', quotes, '"list": "itens"', '"list": "itenz"', 'field-unknown "rows": { "list": "i'],
  ['an answer by a way that asks', quotes, '"way": "responder"', '"way": "pedir_de_novo"', 'visitors-way "way": "pedir_de_nov'],
  ['an end that is no time', quotes, '"until": "valida_ate"', '"until": "mensagem"', 'moment-needed "until": "mensagem",'],
  ['an invitation that nobody wrote', quotes, '"cotacao.letter"', '"cotacao.lettre"', 'message-unknown "invite": { "email":'],
  [
    'an invitation under a condition of no sense',
    quotes,
    `"when": "status == 'PEDIDA' && empty(respondida_em)" }`,
    '"when": "statuz" }',
    'expression-invalid "invite": { "email":',
  ],
  ['a link without a page', quotes, '      "page": "/cotacao",\n', '', 'visitors-page "visitors": {'],
  ['free times of what is no reference', register, '"of": "mesaId"', '"of": "nome"', 'visitors-field "of": "nome",'],
  ['free times that nobody fills', register, '"at": "inicio"', '"at": "fim"', 'visitors-field "at": "fim",'],
  ['a room that there is not', register, '"pessoas": "lugares"', '"pessoas": "lugaress"', 'field-unknown "fits": { "pessoas":'],
  ['a form of records that visitors do not make', form, '"salao_reservas"', '"cotacoes"', 'visitors-page "visitors": "cotacoe'],
  ['a register without visitors', form, '"salao_reservas"', '"produtos"', 'visitors-page "visitors": "produto'],
  ['a form that is not public', form, '"public": true', '"public": false', 'visitors-page "visitors": "salao_r'],
  ['a link’s page that is not public', visit, '"public": true', '"public": false', 'visitors-page "visit": { "register'],
  ['a link’s page of a register without visitors', visit, '"salao_reservas"', '"produtos"', 'visitors-page "visit": { "register'],
] as const)('%s is told at its line', (_, path, from, to, problem) => {
  expect(told(path, from, to)).toContain(problem)
})
