import type { FastifyInstance } from 'fastify'
import type { Service } from './access/caller.ts'
import type { CallerResolver } from './access/resolveCaller.ts'
import { ApiError } from './error.ts'
import { exportRows } from './features/export/exportRows.ts'
import { listHistory } from './features/history/listHistory.ts'
import { restoreVersion } from './features/history/restoreVersion.ts'
import { openApiDocument } from './features/openapi/openApiDocument.ts'
import { batchUpdate } from './http/batchUpdate.ts'
import { fieldValues, listTotals } from './http/fieldValues.ts'
import { countRecords, listRecords, listRecordsWithLabels, readRecord } from './http/readRoutes.ts'
import { countCodeUses, nextCode } from './http/recordCodes.ts'
import { withRegister } from './http/registerRequest.ts'
import { deleteRecords, postRecords, updateManyRecords, updateRecord } from './http/writeRoutes.ts'
import type { OpenOperation, Operation } from './operations/operation.ts'
import { registerOperationRoutes } from './operations/routes.ts'
import { countCacheOf } from './query/countCache.ts'
import { reportOrElse } from './report/reportOrElse.ts'
import { runtimeOperations } from './runtimeOperations.ts'
import { forgetCachedStores } from './write/storeCache.ts'

const unknownCall = async (): Promise<never> => {
  throw new ApiError(404, 'route-unknown')
}

/**
 * Calls that every register has, in every spelling: the register is found when the call comes, so new ones need nothing. And the
 * business calls: the runtime's own, and those that areas and integrations declare.
 */
export function registerRoutes(
  app: FastifyInstance,
  service: Service,
  resolveCaller: CallerResolver,
  composed: readonly (Operation | OpenOperation)[],
): void {
  service.subscribe?.(change => {
    countCacheOf(service).invalidate(change)
    forgetCachedStores(service, change)
  })
  const operations = [...runtimeOperations, ...composed]
  const on = (answer: Parameters<typeof withRegister>[1]) => withRegister({ service, resolveCaller }, answer)
  app.get('/api/openapi.json', () => openApiDocument(service.model(), operations))
  registerOperationRoutes(app, { service, resolveCaller }, operations)
  app.get('/api/:register', on(listRecords))
  app.get('/api/:register/list', on(listRecords))
  app.get('/api/:register/findInclude', on(listRecordsWithLabels))
  app.get('/api/:register/count', on(countRecords))
  app.get('/api/:register/totais', on(listTotals))
  app.get('/api/:register/uniqCodigo', on(countCodeUses))
  app.get('/api/:register/proximoCodigo', on(nextCode))
  app.get('/api/:register/exportar', on(exportRows))
  // The address of a report may look like a record's.
  app.get('/api/:register/:id', reportOrElse({ service, resolveCaller }, on(readRecord)))
  app.get('/api/:register/:id/historico', on(listHistory))
  app.get('/api/*', reportOrElse({ service, resolveCaller }, unknownCall))
  app.post('/api/:register/:id/restaurar', on(restoreVersion))
  app.post('/api/:register', on(postRecords))
  app.post('/api/:register/save', on(postRecords))
  app.post('/api/:register/updateAttributes', on(updateRecord))
  app.post('/api/:register/updateMany', on(updateManyRecords))
  app.post('/api/:register/alterarVarios', on(batchUpdate))
  app.post('/api/:register/valores', on(fieldValues))
  app.patch('/api/:register', on(updateRecord))
  app.patch('/api/:register/:id', on(updateRecord))
  app.put('/api/:register', on(updateRecord))
  app.put('/api/:register/:id', on(updateRecord))
  app.delete('/api/:register/del', on(deleteRecords))
  app.delete('/api/:register', on(deleteRecords))
  app.delete('/api/:register/:id', on(deleteRecords))
}
