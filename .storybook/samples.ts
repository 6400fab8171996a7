import { readDefinitionFiles } from '../src/server/start/definitionFiles.ts'

/** Sample rows by register, from `<register>.sample.json` beside its definition. */
export type Samples = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const named = /^registers\/[^/]+\/([^/]+)\.sample\.json$/

export function readSamples(): Samples {
  const found = readDefinitionFiles().flatMap(({ path, text }) => {
    const name = named.exec(path)?.[1]
    return name === undefined ? [] : [[name, (JSON.parse(text) as { rows: Samples[string] }).rows] as const]
  })
  return Object.fromEntries(found)
}

/** Answers of a screen's calls by state and path, from `<screen>.sample.json` beside its definition. */
export type ScreenSamples = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

const ofScreen = /^screens\/(?:.+\/)?([^/]+)\.sample\.json$/

export function readScreenSamples(): ScreenSamples {
  const found = readDefinitionFiles().flatMap(({ path, text }) => {
    const name = ofScreen.exec(path)?.[1]
    return name === undefined ? [] : [[name, JSON.parse(text) as ScreenSamples[string]] as const]
  })
  return Object.fromEntries(found)
}
