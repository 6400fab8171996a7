import {
  ApiError,
  addRecords,
  hasRow,
  holdStore,
  inputOfStore,
  type OperationInput,
  objectOf,
  operation,
  type RowOf,
  removeRecords,
  requireStore,
  tableOf,
  type UnitOfWork,
  withUnitOfWork,
} from '../../../server/domain.ts'
import { branchesOf, branchScope, openBranch } from '../branches/branches.ts'

type Input = OperationInput<'POST Loja_filials/vinculaProduto'>

/** Says that a branch's product is the same as one of the store although code or name differ, or takes that back: prices go to it from then on, or no more. */
export const linkBranchProduct = operation({
  method: 'POST',
  path: 'Loja_filials/vinculaProduto',
  title: 'Vincular um produto ao de uma filial',
  gate: 'cardapio_editar',
  input: inputOfStore(
    {
      produtoId: { type: 'integer' },
      filialId: { type: 'integer' },
      produtoFilialId: { type: ['integer', 'null'], description: 'Vazio: o vínculo é desfeito' },
    },
    ['produtoId', 'filialId'],
  ),
  output: objectOf({ vinculado: { type: 'boolean' } }),
  messages: ['not-found', 'branch.forbidden', 'branch.licence-inactive'],
  async run({ caller, input, writing }) {
    return withUnitOfWork(writing, branchScope(caller), async work => {
      openBranch(await branchesOf(work.q, work.model, caller), input.filialId)
      // Of two who say something of the same product one waits for the other.
      await holdStore(work.q, requireStore(caller))
      await demandProduct(requireStore(caller), input.produtoId, work)
      if (input.produtoFilialId) await demandProduct(input.filialId, input.produtoFilialId, work)
      await keepLink(input, work)
      return { vinculado: Boolean(input.produtoFilialId) }
    })
  },
})

async function demandProduct(lojaId: number, id: number, { q }: UnitOfWork): Promise<void> {
  if (!(await hasRow(q, 'produtos', { lojaId, id }))) throw new ApiError(404, 'not-found')
}

async function keepLink({ produtoId, filialId, produtoFilialId }: Input, work: UnitOfWork): Promise<void> {
  const lojaId = requireStore(work.caller)
  const table = tableOf(work.model, 'Filial_produtos')
  const { rows } = await work.q.query<RowOf<'Filial_produtos', 'id'>>(
    `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 AND "produtoId" = $2 AND "filialId" = $3 FOR UPDATE`,
    [lojaId, produtoId, filialId],
  )
  const former = rows.map(({ id }) => Number(id))
  if (former.length > 0) await removeRecords(former, table, { ...work, byServer: true })
  if (!produtoFilialId) return
  await addRecords(table, lojaId, [{ produtoId, filialId, produtoFilialId }], work)
}
