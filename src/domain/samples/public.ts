export { createSeededRandom, type SeededRandom } from '../../base/seededRandom.ts'
export { cnpj, cpf, ean13, landline, mobile } from './documents.ts'
export { type IdsByName, type InsertRecords, idByName, insertNamed, type PartialRecord } from './insertRecords.ts'
export { moments } from './moments.ts'
