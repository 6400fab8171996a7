import { describe, expect, it } from 'vitest'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { planTables } from '../../src/server/tables/tablePlan.ts'
import { wantedTables } from '../../src/server/tables/wantedTables.ts'
import { describeSteps } from './describeSteps.ts'

describe('the plan in words', () => {
  it('names tables and columns, and counts the rest', () => {
    expect(
      describeSteps([
        'ALTER TABLE "a" RENAME TO "b"',
        'ALTER TABLE "b" ADD COLUMN "c" text',
        'ALTER TABLE "b" ALTER COLUMN "d" TYPE numeric(18,4)',
        'CREATE INDEX "x" ON "b" ("c")',
        'CREATE INDEX "y" ON "b" ("d")',
        'ALTER TABLE "b" ADD CONSTRAINT "u" UNIQUE ("c")',
        `CREATE UNIQUE INDEX "v" ON "b" ("c") WHERE "d" IN ('x'::text)`,
        'GRANT something',
      ]),
    ).toEqual([
      'b: chamava-se a; coluna nova c; coluna d passa a numeric(18,4)',
      '2 índices novos',
      '2 regras de não repetir',
      'GRANT something',
    ])
  })

  it('has words for every statement that the product makes', () => {
    const { steps } = planTables(wantedTables(readDefinitions().model), new Map())
    expect(describeSteps(steps).filter(text => /^[A-Z]+ /.test(text))).toEqual([])
    expect(describeSteps(steps)).toContainEqual(expect.stringMatching(/^unidades: tabela nova, \d+ colunas$/))
  })
})
