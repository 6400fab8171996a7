import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Model } from '../../src/model/model.ts'
import type { DefinitionProblem } from '../../src/model/problem.ts'
import type { DefinitionFile } from '../../src/model/read.ts'
import { startEmbeddedPostgres } from '../../src/server/database/embeddedPostgres.ts'
import { openRunningDatabase } from '../../src/server/database/startDatabase.ts'
import { statementProblems } from '../../src/server/report/statementProblems.ts'
import { applyModel } from '../../src/server/tables/applyModel.ts'
import type { DerivedTables } from '../../src/server/tables/derivedTables.ts'

/** The answer to what is wrong with the statements of reports, on the tables of the Model in a PostgreSQL that is there for that alone. */
export async function reportStatementProblems(
  model: Model,
  files: readonly DefinitionFile[],
  derived: readonly DerivedTables[],
): Promise<DefinitionProblem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'retaguarda-check-'))
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  try {
    const database = await openRunningDatabase(postgres.address('postgres'), pino({ level: 'silent' }))
    try {
      await applyModel(database, model, [], derived)
      return await database.asOwner(q => statementProblems(q, model, files))
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
