export { createDemoRandom, type DemoRandom } from './demoRandom.ts'
export { cnpj, cpf, ean13, landline, mobile } from './documents.ts'
export { type IdsByName, type InsertRecords, idByName, insertNamed, type PartialRecord } from './insertRecords.ts'
export { moments } from './moments.ts'
