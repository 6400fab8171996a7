import {
  ApiError,
  addressLines,
  type DataRow,
  dropKey,
  type Effect,
  isAddressLine,
  mostAddresses,
  noteSecurityEvent,
  type RowOf,
  renameKey,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'
import { flagsOf } from '../roleFlags.ts'

/** Refuses addresses that are none: a line that nobody reads would leave a key open, or shut. */
function checkAddresses({ enderecos }: DataRow): void {
  const lines = addressLines(enderecos)
  const path = 'enderecos'
  if (lines.length > mostAddresses)
    throw validationError([{ path, code: 'api-key.address-many', params: { max: mostAddresses } }])
  const wrong = lines.findIndex(line => !isAddressLine(line))
  if (wrong >= 0) throw validationError([{ path, code: 'api-key.address-invalid', params: { line: wrong + 1 } }])
}

/** Refuses a key more than its giver gave it in stores where whoever saves it may be nobody. */
async function checkCompany(before: DataRow | undefined, body: DataRow, { caller, model, q }: UnitOfWork): Promise<void> {
  const after = { ...before, ...body }
  if (after.todas_lojas !== true) return
  const isOwner = caller.admin || caller.permission.owner
  if (before?.todas_lojas !== true && !isOwner) throw validationError([{ path: 'todas_lojas', code: 'api-key.company-owner' }])
  const giver = before?.geradaPorId ?? null
  if (giver === null || Number(giver) === caller.userId || before?.bloqueada === true) return
  const [had, has] = [flagsOf(model, before ?? {}), flagsOf(model, after)]
  const changes = before?.todas_lojas !== true || Object.keys(has).some(name => has[name] !== had[name])
  if (!changes) return
  const { rows } = await q.query<RowOf<'users', 'nome'>>(
    `SELECT coalesce(nome, email) AS nome FROM ${tableOf(model, 'users').sql} WHERE id = $1`,
    [giver],
  )
  throw new ApiError(422, 'api-key.company-giver', { name: rows[0]?.nome ?? '' })
}

/** Tells every server, once the save stands, that what a key may do has changed; one that is revoked or gone is used no more, and its streams end. */
function afterwards(work: UnitOfWork, record: DataRow, deed: string, gone: boolean): void {
  const { service, caller, afterCommit } = work
  const lojaId = requireStore(caller)
  const [id, name] = [Number(record.id), String(record.nome)]
  afterCommit.push(async () => {
    const q = service.database.system
    const hash = await (gone ? dropKey(q, lojaId, id) : renameKey(q, lojaId, id, name))
    if (hash !== undefined && hash !== null) service.sessionEnded?.(hash)
    await noteSecurityEvent(service, {
      kind: 'key-changed',
      authorId: caller.userId,
      lojaId,
      detail: `Chave de API ${name}: ${deed}`,
    })
  })
}

/** Keeps a key of a program within what its giver may give, and tells of each change. */
export const watchApiKey: Effect = {
  async before({ work, before, body }) {
    checkAddresses(body)
    if (!work.byServer) await checkCompany(before, body, work)
    return undefined
  },

  async after({ work, before, record }) {
    const whole = { ...before, ...record }
    const revoked = whole.bloqueada === true
    afterwards(work, whole, !before ? 'criada' : revoked ? 'revogada' : 'alterada', revoked)
  },

  async remove({ work, before }) {
    afterwards(work, before, 'excluída', true)
  },
}
