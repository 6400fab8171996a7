import { formatMessage } from '../../../model/formatMessage.ts'
import { inputOfStore, inWorker, objectOf, operation, requireStore, withUnitOfWork } from '../../../server/domain.ts'
import { keepStatements } from '../bank/keepStatements.ts'
import { closedMonths } from '../bank/settling/closedMonths.ts'
import { statementTask } from '../bank/statement/statementTask.ts'

/** Takes in statements of banks and cards as OFX. What is there already stays as it is; all of the files or none. */
export const importStatements = operation({
  method: 'POST',
  path: 'Conta_extratos/importar',
  title: 'Importar extratos OFX',
  gate: 'contas_ver',
  input: inputOfStore({
    arquivos: {
      type: 'string',
      minLength: 1,
      maxLength: 11_500_000,
      description: 'Arquivos .ofx como data URLs, um por linha',
    },
  }),
  output: objectOf({
    novos: { type: 'integer', description: 'Lançamentos que chegaram' },
    repetidos: { type: 'integer', description: 'Lançamentos que já estavam aqui' },
    contas: { type: 'array', items: { type: 'string' } },
    resposta: { type: 'string' },
  }),
  largest: 12_000_000,
  messages: [
    'not-ofx',
    'file-refused',
    'no-statement',
    'no-account',
    'currency',
    'line-value',
    'line-day',
    'too-many-lines',
    'too-many-files',
    'file-large',
  ]
    .map(code => `bank.${code}`)
    .concat('threads.too-much', 'threads.busy'),
  prepare: ({ caller, input: { arquivos }, signal }) =>
    inWorker(statementTask, { files: arquivos, zone: caller.zone }, { lojaId: requireStore(caller), signal }),
  async run({ model, caller, writing }, statements) {
    const lojaId = requireStore(caller)
    return withUnitOfWork(writing, { stores: [lojaId] }, async work => {
      const { made, known, accounts, days } = await keepStatements(statements, work)
      const closed = await closedMonths(work.q, lojaId, days)
      const merged = statements.reduce((sum, statement) => sum + statement.merged, 0)
      const none = known === 0 ? 'bank.imported-empty' : 'bank.imported-none'
      const say = (code: string, params = {}): string => formatMessage(model, code, params)
      const texts = [
        say(made === 0 ? none : 'bank.imported-lines', { count: made, accounts: accounts.join(', ') }),
        known > 0 && made > 0 ? say('bank.imported-known', { count: known }) : '',
        merged > 0 ? say('bank.imported-merged', { count: merged }) : '',
        closed.length > 0 ? say('bank.month-closed', { months: closed.join(', ') }) : '',
      ]
      return { novos: made, repetidos: known, contas: accounts, resposta: texts.filter(Boolean).join(' ') }
    })
  },
})
