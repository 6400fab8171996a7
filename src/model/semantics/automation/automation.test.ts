import { expect, it } from 'vitest'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { checkDefinitions, type DefinitionFile } from '../../read.ts'

const definitions = readDefinitionFiles()
const path = 'automations/exemplo.json'
const step = (deed: object) => [{ id: 'um', ...deed }]
const right = {
  title: 'Exemplo',
  gate: 'owner || admin',
  on: { register: 'Conta', event: 'saved', fields: ['valor'] },
  when: 'valor > 100.0 && before.pago == pago && !empty(parceiro.nome_fantasia)',
  steps: [
    {
      id: 'chama',
      webhook: { body: { numero: 'id', quem: 'parceiro.nome_fantasia' } },
      when: 'valor > 500.0',
      onFailure: 'go-on',
    },
    {
      id: 'carta',
      mail: { to: 'parceiro.email1', subject: '{valor}', text: '{parceiro.nome_fantasia}: {descricao}', page: '/Conta/{id}' },
    },
    { id: 'avisa', notify: { text: 'Conta de {valor}', page: '/Conta/{id}' } },
    { id: 'marca', set: { values: { observacao: "'Alta ' + string(id)" } } },
    { id: 'cria', create: { register: 'unidades', values: { nome: "'U'" } } },
  ],
}
const moved = { ...right, on: { register: 'Conta', state: 'tipo', to: 'RECEBER', from: 'PAGAR' } }
const ordered = { ...right, on: { register: 'pedidos', way: 'aprovar' }, when: undefined }
const timed = {
  ...right,
  on: { every: 'day', time: '23:30' },
  when: undefined,
  steps: step({ mail: { people: 'owner', subject: 'Dia', text: 'Fim' } }),
}

/** The problems of an automation beside the product's definitions: their codes, and the text at which they stand. */
function told(automation: object): string[] {
  const file: DefinitionFile = { path, text: JSON.stringify(automation, undefined, 1) }
  return checkDefinitions([...definitions, file]).map(problem => {
    const line = file.text.split('\n')[problem.line - 1] ?? ''
    expect(problem.file).toBe(path)
    return `${problem.code} ${line.slice(problem.column - 1).replace(/,$/, '')}${problem.didYouMean ? ` → ${problem.didYouMean}` : ''}`
  })
}

it.each([
  ['a save', right],
  ['a moved choice', moved],
  ['a day', { ...right, on: { register: 'Conta', at: 'vencimento', days: -1, time: '08:00' }, when: undefined }],
  ['a time', timed],
  [
    'a way, a letter with a document, and a way of its own',
    {
      ...ordered,
      steps: [
        { id: 'carta', mail: { people: 'owner', subject: 'Pedido {id}', text: 'Anexo.', document: 'pedido' } },
        { id: 'anda', way: { take: 'transportar' } },
        { id: 'volta', way: { take: 'rejeitar', values: { motivo: "'Prazo'" } } },
      ],
    },
  ],
  ['a call', { ...right, on: { register: 'Conta', call: true }, when: undefined }],
])('right ones say nothing: %s', (_what, automation) => {
  expect(told(automation)).toEqual([])
})

it.each([
  ['no way to start', { ...right, on: { register: 'Conta' } }, /^automation-start /],
  ['two ways to start', { ...right, on: { ...right.on, at: 'vencimento' } }, 'automation-start "at": "vencimento"'],
  ['a word of another way', { ...right, on: { ...right.on, days: 1 } }, 'automation-start "days": 1'],
  ['a register that is not there', { ...right, on: { register: 'Cont', event: 'saved' } }, 'register-unknown "Cont" → Conta'],
  ['records of no store', { ...right, on: { register: 'ncms', event: 'saved' } }, 'automation-start "ncms"'],
  [
    'the log of automations',
    { ...right, on: { register: 'Automacao_execucoes', event: 'saved' } },
    'automation-start "Automacao_execucoes"',
  ],
  [
    'a field that is not there',
    { ...right, on: { register: 'Conta', event: 'saved', fields: ['valr'] } },
    'field-unknown "valr" → valor',
  ],
  [
    'a field that is not kept',
    { ...right, on: { register: 'Conta', event: 'saved', fields: ['situacao'] } },
    'column-missing "situacao"',
  ],
  [
    'fields of a removal',
    { ...right, on: { register: 'Conta', event: 'removed', fields: ['valor'] }, steps: step({ webhook: { body: { a: 'id' } } }) },
    /^automation-start "fields"/,
  ],
  ['a state that is no choice', { ...moved, on: { ...moved.on, state: 'valor' } }, 'automation-start "valor"'],
  ['an option that is not there', { ...moved, on: { ...moved.on, to: 'RECEBE' } }, 'option-unknown "RECEBE" → RECEBER'],
  [
    'a field that is no moment',
    { ...right, when: undefined, on: { register: 'Conta', at: 'valor' } },
    'automation-start "valor"',
  ],
  [
    'minutes of a day',
    { ...right, when: undefined, on: { register: 'Conta', at: 'vencimento', minutes: 5 } },
    'automation-start "minutes": 5',
  ],
  ['a time of an hour', { ...timed, on: { every: 'hour', time: '10:00' } }, 'automation-start "time": "10:00"'],
  ['a flag of the gate', { ...right, gate: 'contas_vr' }, 'flag-unknown contas_vr" → contas_ver'],
  ['a condition that is no yes or no', { ...right, when: 'valor' }, /^expression-type /],
  ['a name in the condition', { ...right, when: 'valr > 1.0' }, /^expression-invalid /],
  [
    'a condition of a step',
    { ...right, steps: step({ when: 'before', notify: { text: 'x', page: '/Conta' } }) },
    /^expression-type /,
  ],
  [
    'a day, and not how many days from it',
    { ...right, when: undefined, on: { register: 'Conta', at: 'vencimento' } },
    'automation-start "at": "vencimento"',
  ],
  ['values before of what has none', { ...right, on: { register: 'Conta', at: 'vencimento', days: 0 } }, /^expression-invalid /],
  [
    'two things at once',
    { ...right, steps: step({ set: { values: { observacao: "'x'" } }, notify: { text: 'x', page: '/Conta' } }) },
    /^automation-step "set"/,
  ],
  ['nothing to do', { ...right, steps: step({}) }, /^automation-step /],
  ['a step twice', { ...timed, steps: [...timed.steps, ...timed.steps] }, 'name-twice "um"'],
  ['a field of a body', { ...right, steps: step({ webhook: { body: { a: 'valr' } } }) }, /^expression-invalid /],
  [
    'a secret in a body',
    {
      ...right,
      on: { register: 'parceiros', event: 'saved' },
      when: undefined,
      steps: step({ webhook: { body: { a: 'senha_pdv' } } }),
    },
    'automation-secret "senha_pdv"',
  ],
  [
    'a letter to a telephone',
    { ...right, steps: step({ mail: { to: 'parceiro.telefone1', subject: 'a', text: 'b' } }) },
    'automation-step "parceiro.telefone1"',
  ],
  [
    'a letter to people whom nobody is',
    { ...timed, steps: step({ mail: { people: 'owner && false', subject: 'a', text: 'b' } }) },
    'gate-invalid "owner && false"',
  ],
  ['a letter to nobody', { ...timed, steps: step({ mail: { subject: 'a', text: 'b' } }) }, /^automation-step /],
  [
    'a name in a letter',
    { ...right, steps: step({ mail: { people: 'owner', subject: '{valr}', text: 'b' } }) },
    'field-unknown valr}" → valor',
  ],
  [
    'a person in a notice',
    { ...right, steps: step({ notify: { text: '{descricao}', page: '/Conta' } }) },
    'notice-personal descricao}"',
  ],
  ['a page that is not there', { ...right, steps: step({ notify: { text: 'a', page: '/Contass/{id}' } }) }, /^page-unknown /],
  [
    'a value of a field that is not there',
    { ...right, steps: step({ set: { values: { obs: "'x'" } } }) },
    /^field-unknown "obs"/,
  ],
  ['a value of another type', { ...right, steps: step({ set: { values: { observacao: 'valor' } } }) }, 'expression-type "valor"'],
  [
    'what the server keeps',
    { ...right, steps: step({ set: { values: { createdAt: 'now' } } }) },
    'automation-value "createdAt": "now"',
  ],
  [
    'a set that it hears itself',
    { ...right, steps: step({ set: { values: { valor: '1.0' } } }) },
    'automation-hears-itself "valor": "1.0"',
  ],
  ['a set without a record', { ...timed, steps: step({ set: { values: { valor: '1.0' } } }) }, /^automation-step /],
  [
    'a new record of no store',
    { ...right, steps: step({ create: { register: 'ncms', values: { descricao: "'x'" } } }) },
    'automation-step "ncms"',
  ],
  [
    'a new record that lacks a value',
    { ...right, steps: step({ create: { register: 'Webhooks', values: { nome: "'x'" } } }) },
    'automation-value "values": {',
  ],
  [
    'a way that is not there',
    { ...ordered, on: { register: 'pedidos', way: 'aprova' }, steps: step({ set: { values: { motivo: "'x'" } } }) },
    'way-unknown "aprova" → aprovar',
  ],
  ['a step on no way', { ...ordered, steps: step({ way: { take: 'aprova' } }) }, 'way-unknown "aprova" → aprovar'],
  ['a way without a record', { ...timed, steps: step({ way: { take: 'aprovar' } }) }, /^automation-step "way"/],
  ['a way of what is none', { ...ordered, steps: step({ way: { take: 'aprovar', of: 'status' } }) }, 'automation-step "status"'],
  ['a way without what it asks', { ...ordered, steps: step({ way: { take: 'rejeitar' } }) }, 'automation-value "rejeitar"'],
  [
    'a way with what it does not ask',
    { ...ordered, steps: step({ way: { take: 'transportar', values: { status: "'x'" } } }) },
    'field-unknown "status": "\'x\'"',
  ],
  ['a way that it hears itself', { ...ordered, steps: step({ way: { take: 'aprovar' } }) }, 'automation-hears-itself "aprovar"'],
  [
    'a document of another register',
    { ...right, steps: step({ mail: { people: 'owner', subject: 'a', text: 'b', document: 'pedido' } }) },
    'document-unknown "pedido"',
  ],
  [
    'a document that asks for days',
    {
      ...right,
      on: { register: 'parceiros', event: 'saved' },
      when: undefined,
      steps: step({ mail: { people: 'owner', subject: 'a', text: 'b', document: 'comissao' } }),
    },
    'automation-step "comissao"',
  ],
])('%s is told at its place', (_what, automation, problem) => {
  expect(told(automation)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
})
