import { objectOf } from '../../operations/objectOf.ts'
import { type Operation, operation } from '../../operations/operation.ts'
import { restartServer } from '../../process/restart.ts'

/** Starts the server anew, once the requests under way have ended. */
const restart = operation({
  method: 'POST',
  path: 'users/pm2Reload',
  title: 'Reiniciar o servidor',
  gate: 'admin',
  standsAlone: true,
  input: { type: 'object', properties: {} },
  output: objectOf({ reiniciando: { type: 'boolean' } }),
  messages: ['restart.no-parent'],
  async run({ log, caller }) {
    restartServer()
    log.warn({ user: caller.userId }, 'the server is started anew')
    return { reiniciando: true }
  },
})

/** The calls that are about the server's own process. */
export const restartOperations: readonly Operation[] = [restart]
