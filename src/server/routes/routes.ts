import type { FastifyInstance } from 'fastify'
import type { Service } from '../caller.ts'
import { ApiError } from '../error.ts'
import { exportRows } from '../export/route.ts'
import { openApi } from '../openapi/document.ts'
import type { OpenOperation, Operation } from '../operations/operation.ts'
import { operations } from '../operations/operations.ts'
import { operationRoutes } from '../operations/routes.ts'
import { history } from '../past/history.ts'
import { restore } from '../past/restore.ts'
import { countsOf } from '../query/counts.ts'
import { reportOr } from '../report/route.ts'
import { forgetStores } from '../write/stores.ts'
import { asking, type Who } from './ask.ts'
import { codeCount, nextCode } from './code.ts'
import { count, findInclude, list, one } from './read.ts'
import { changeEach } from './several.ts'
import { totals, valuesOf } from './values.ts'
import { change, changeMany, remove, save } from './write.ts'

const unknownCall = async (): Promise<never> => {
  throw new ApiError(404, 'route-unknown')
}

/**
 * Calls that every register has, in every spelling: the register is found when the call comes, so new ones need nothing. And the
 * business calls, those of integrations (`more`) included.
 */
export function registerRoutes(
  app: FastifyInstance,
  service: Service,
  who: Who,
  more: readonly (Operation | OpenOperation)[] = [],
): void {
  service.hear?.(change => {
    countsOf(service).heard(change)
    forgetStores(service, change)
  })
  const on = (answer: Parameters<typeof asking>[1]) => asking({ service, who }, answer)
  app.get('/api/openapi.json', () => openApi(service.model(), more))
  operationRoutes(app, { service, who }, [...operations, ...more])
  app.get('/api/:register', on(list))
  app.get('/api/:register/list', on(list))
  app.get('/api/:register/findInclude', on(findInclude))
  app.get('/api/:register/count', on(count))
  app.get('/api/:register/totais', on(totals))
  app.get('/api/:register/uniqCodigo', on(codeCount))
  app.get('/api/:register/proximoCodigo', on(nextCode))
  app.get('/api/:register/exportar', on(exportRows))
  // The address of a report may look like a record's.
  app.get('/api/:register/:id', reportOr({ service, who }, on(one)))
  app.get('/api/:register/:id/historico', on(history))
  app.get('/api/*', reportOr({ service, who }, unknownCall))
  app.post('/api/:register/:id/restaurar', on(restore))
  app.post('/api/:register', on(save))
  app.post('/api/:register/save', on(save))
  app.post('/api/:register/updateAttributes', on(change))
  app.post('/api/:register/updateMany', on(changeMany))
  app.post('/api/:register/alterarVarios', on(changeEach))
  app.post('/api/:register/valores', on(valuesOf))
  app.patch('/api/:register', on(change))
  app.patch('/api/:register/:id', on(change))
  app.put('/api/:register', on(change))
  app.put('/api/:register/:id', on(change))
  app.delete('/api/:register/del', on(remove))
  app.delete('/api/:register', on(remove))
  app.delete('/api/:register/:id', on(remove))
}
