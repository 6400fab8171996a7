import { casts } from './check/casts.ts'
import { chanceInTests } from './check/chanceInTests.ts'
import { runCodeCheck } from './check/codeCheck.ts'
import { readCodeFiles } from './check/codeFile.ts'
import { dependencies } from './check/dependencies.ts'
import { documentPaths } from './check/documentPaths.ts'
import { exportedNames } from './check/exportedNames.ts'
import { codeFileNames, definitionFileNames } from './check/fileNames.ts'
import { areaArrows } from './check/imports/areaArrows.ts'
import { importCycles } from './check/imports/importCycles.ts'
import { deepImports, layerArrows } from './check/imports/layerArrows.ts'
import { roomKnots } from './check/imports/roomKnots.ts'
import { roomArrows } from './check/imports/roomOrder.ts'
import { kindNames } from './check/kindNames.ts'
import { lawInCode } from './check/lawInCode.ts'
import { generatedTypes } from './check/records/generatedTypes.ts'
import { operationTypes } from './check/records/operationTypes.ts'
import { recordDoor } from './check/records/recordDoor.ts'
import { registerNames } from './check/registerNames.ts'
import { largeFolders, longFiles, longFunctions } from './check/sizes.ts'
import { screenWords } from './check/texts/screenWords.ts'
import { timedWaits } from './check/timedWaits.ts'
import { unboundedMemories } from './check/unboundedMemories.ts'
import { coinedWords, commentOpenings, foreignPapers } from './check/words.ts'

/** `node scripts/check-code.ts`: every rule that the code's own text can be held to, a line each; `--all` shows what the bars accept, `--names` asks only how files are called. */
const checks = [
  layerArrows,
  deepImports,
  areaArrows,
  roomArrows,
  roomKnots,
  importCycles,
  longFiles,
  longFunctions,
  largeFolders,
  exportedNames,
  registerNames,
  kindNames,
  recordDoor,
  operationTypes,
  generatedTypes,
  dependencies,
  codeFileNames,
  definitionFileNames,
  timedWaits,
  chanceInTests,
  lawInCode,
  casts,
  unboundedMemories,
  documentPaths,
  coinedWords,
  commentOpenings,
  foreignPapers,
  screenWords,
]
const files = readCodeFiles()
const chosen = process.argv.includes('--names') ? [codeFileNames, definitionFileNames] : checks
const outcomes = chosen.map(check => runCodeCheck(check, files, process.argv.includes('--all')))
for (const { lines } of outcomes) for (const line of lines) console.log(line)
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
