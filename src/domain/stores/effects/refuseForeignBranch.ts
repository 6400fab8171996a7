import { type Effect, requireStore, validationError } from '../../../server/domain.ts'

/** A branch is another store of the one who names it. */
export const refuseForeignBranch: Effect = {
  async before({ work: { caller }, body }) {
    const { filialId } = body
    if (filialId === undefined || filialId === null || filialId === '') return undefined
    const refuse = (code: string) => validationError([{ path: 'filialId', code }])
    if (Number(filialId) === requireStore(caller)) throw refuse('branch.itself')
    if (!caller.admin && !caller.stores.includes(Number(filialId))) throw refuse('branch.unknown')
    return undefined
  },
}
