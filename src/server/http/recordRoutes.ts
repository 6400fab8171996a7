import { batchUpdate } from './batchUpdate.ts'
import { fieldValues, listTotals } from './fieldValues.ts'
import { countRecords, listRecords, listRecordsWithLabels } from './readRoutes.ts'
import { countCodeUses, nextCode } from './recordCodes.ts'
import type { RegisterRoute } from './registerRequest.ts'
import { visitorsToo } from './visitorsToo.ts'
import { deleteRecords, postRecords, updateManyRecords, updateRecord } from './writeRoutes.ts'

/** Reading and writing records, in every spelling of the calls; reading a single one shares its address with the reports. */
export const recordRoutes: readonly RegisterRoute[] = [
  { method: 'GET', path: '', answer: visitorsToo(listRecords) },
  { method: 'GET', path: '/list', answer: visitorsToo(listRecords) },
  { method: 'GET', path: '/findInclude', answer: listRecordsWithLabels },
  { method: 'GET', path: '/count', answer: countRecords },
  { method: 'GET', path: '/totais', answer: listTotals },
  { method: 'GET', path: '/uniqCodigo', answer: countCodeUses },
  { method: 'GET', path: '/proximoCodigo', answer: nextCode },
  { method: 'POST', path: '', answer: postRecords },
  { method: 'POST', path: '/save', answer: postRecords },
  { method: 'POST', path: '/updateAttributes', answer: updateRecord },
  { method: 'POST', path: '/updateMany', answer: updateManyRecords },
  { method: 'POST', path: '/alterarVarios', answer: batchUpdate },
  { method: 'POST', path: '/valores', answer: fieldValues },
  { method: 'PATCH', path: '', answer: updateRecord },
  { method: 'PATCH', path: '/:id', answer: updateRecord },
  { method: 'PUT', path: '', answer: updateRecord },
  { method: 'PUT', path: '/:id', answer: updateRecord },
  { method: 'DELETE', path: '/del', answer: deleteRecords },
  { method: 'DELETE', path: '', answer: deleteRecords },
  { method: 'DELETE', path: '/:id', answer: deleteRecords },
]
