import { expect, it } from 'vitest'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import type { DefinitionFile } from '../../read.ts'
import { checkDefinitions } from '../../read.ts'

const definitions = readDefinitionFiles()
const path = 'notices/exemplo.json'
const right = {
  title: 'Exemplo',
  gate: 'owner || admin',
  on: { register: 'caixas', event: 'saved' },
  limits: 'Loja_avisos',
  when: 'total_falta > limits.caixa_diferenca && before.status != 1',
  text: 'Caixa {abertura} de {equipamento.nome}: {total_falta}, acima de {limits.caixa_diferenca}.',
  page: '/caixas/{id}',
}
/** A booking of the test's own holds several tables. */
const several = {
  ...right,
  on: { register: 'festas', event: 'saved' },
  limits: undefined,
  when: undefined,
  text: 'Festa {nome}',
  cause: '{mesasIds}',
  page: '/avisos',
}
const festas = {
  title: 'Festas',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 30, personal: false },
    mesasIds: { type: 'array', title: 'Mesas', reference: { to: 'salao_mesas' } },
  },
  required: ['nome'],
}
const days = {
  ...right,
  on: { register: 'Conta', at: 'vencimento', days: -1 },
  limits: undefined,
  when: '!pago',
  text: '{valor}',
}
const rows = {
  ...right,
  on: { query: 'estoque', rows: 'array', key: 'id', parameters: { state: 'MINIMO,EM_FALTA' }, every: 'day' },
  when: 'saldo < qtd_min_prod',
  text: '{desc_prod}',
  limits: undefined,
}
const talk = { title: 'Exemplo', gate: 'logged', on: { discuss: 'mention' }, text: '{name}: {record}', page: '/avisos' }
const approval = { ...talk, on: { approve: 'refused' }, text: '{name}: {way} de {record}, {reason}' }

/** The problems of a notice beside the product's definitions: their codes, and the text at which they stand. */
function told(notice: object): string[] {
  const file: DefinitionFile = { path, text: JSON.stringify(notice, undefined, 1) }
  const own = { path: 'registers/salao/festas.schema.json', text: JSON.stringify(festas) }
  return checkDefinitions([...definitions, own, file]).map(problem => {
    const line = file.text.split('\n')[problem.line - 1] ?? ''
    expect(problem.file).toBe(path)
    return `${problem.code} ${line.slice(problem.column - 1).replace(/,$/, '')}`
  })
}

it.each([
  ['a change', right],
  ['a day', days],
  ['rows', rows],
  ['a comment', talk],
  ['an approval', approval],
  ['keys of several records that only tell causes apart', several],
])('%s starts a notice', (_what, notice) => {
  expect(told(notice)).toEqual([])
})

it.each<[string, object, string | RegExp]>([
  ['no way to start', { ...right, on: { register: 'caixas' } }, /^notice-start /],
  [
    'two ways to start',
    { ...right, on: { register: 'caixas', event: 'saved', at: 'aberto_em' } },
    'notice-start "at": "aberto_em"',
  ],
  [
    'a word of another way',
    { ...right, on: { register: 'caixas', event: 'saved', every: 'day' } },
    'notice-start "every": "day"',
  ],
  ['a record without its register', { ...right, on: { event: 'saved' } }, /^notice-start /],
  ['a register that is not there', { ...right, on: { register: 'caixa', event: 'saved' } }, 'register-unknown "caixa"'],
  ['records of no store', { ...right, on: { register: 'ncms', event: 'saved' } }, 'notice-start "ncms"'],
  ['a field that is not there', { ...days, on: { register: 'Conta', at: 'vencimeto' } }, 'field-unknown "vencimeto"'],
  ['a field that is no moment', { ...days, on: { register: 'Conta', at: 'valor' } }, 'notice-start "valor"'],
  [
    'a day, and not how many days from it',
    { ...days, on: { register: 'Conta', at: 'vencimento' } },
    'notice-start "at": "vencimento"',
  ],
  ['minutes of a day', { ...days, on: { register: 'Conta', at: 'vencimento', minutes: 5 } }, 'notice-start "minutes": 5'],
  ['a query that is not there', { ...rows, on: { ...rows.on, query: 'estoqe' } }, 'query-unknown "estoqe"'],
  ['rows that are none', { ...rows, on: { ...rows.on, rows: 'valor' } }, 'result-unknown "valor"'],
  ['a key that is no column', { ...rows, on: { ...rows.on, key: 'ids' } }, 'result-unknown "ids"'],
  ['a parameter', { ...rows, on: { ...rows.on, parameters: { stat: 'MINIMO' } } }, 'parameter-unknown "stat": "MINIMO"'],
  ['an option of a parameter', { ...rows, on: { ...rows.on, parameters: { state: 'MINIMO,FALTA' } } }, /^option-unknown /],
  ['a query without its rhythm', { ...rows, on: { ...rows.on, every: undefined } }, /^notice-start /],
  ['limits with several records', { ...right, limits: 'produtos', when: undefined, text: 'x' }, 'notice-limits "produtos"'],
  ['a limit that is not there', { ...right, when: 'total_falta > limits.caixas' }, /^expression-invalid /],
  ['a condition that is no yes or no', { ...right, when: 'total_falta' }, /^expression-type /],
  ['values before of what has none', { ...days, when: 'before.pago' }, /^expression-invalid /],
  ['keys of several records', { ...several, text: 'Mesas {mesasIds}' }, 'words-keys mesasIds}"'],
  ['a name in the words', { ...right, text: 'Caixa {abertra}' }, 'field-unknown abertra}"'],
  ['a person in the words', { ...right, text: 'Caixa de {operador}' }, 'notice-personal operador}"'],
  ['a name in the address', { ...right, page: '/caixas/{ids}' }, 'field-unknown ids}"'],
  ['a page that is not there', { ...right, page: '/caixa/{id}' }, 'page-unknown "/caixa/{id}"'],
  [
    'a name in the words for several',
    { ...right, several: { text: '{id} caixas', page: '/caixas' } },
    'field-unknown id} caixas"',
  ],
  ['a condition of a comment', { ...talk, when: 'true' }, 'notice-start "when": "true"'],
  ['a word that comments do not say', { ...talk, text: '{reason}' }, 'field-unknown reason}"'],
  ['a word that approvals do not say', { ...approval, text: '{motivo}' }, 'field-unknown motivo}"'],
  [
    'an approval of a register',
    { ...approval, on: { approve: 'asked', register: 'caixas' } },
    'notice-start "register": "caixas"',
  ],
  ['a flag of the gate', { ...right, gate: 'pdv_relatorio' }, 'flag-unknown pdv_relatorio"'],
])('%s is told at its place', (_what, notice, problem) => {
  expect(told(notice)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
})
