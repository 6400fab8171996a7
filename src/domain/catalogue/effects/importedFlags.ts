import type { Effect } from '../../../server/domain.ts'

const FLAGS = ['combo', 'ponte']

/** Whether a product is a combo or a bridge is kept by the server; an import may say it, as other programs tell it. */
export const importedFlags: Effect = {
  async before({ work, body, before }) {
    if (work.action.kind !== 'importar') return undefined
    const told = FLAGS.filter(name => typeof body[name] === 'boolean' && body[name] !== before?.[name])
    return Object.fromEntries(told.map(name => [name, body[name]]))
  },
}
