import samples from 'virtual:samples'
import { type SampleRecord, sampleRecords } from '../../scripts/sampleData/record.ts'
import type { Model } from '../../src/model/model.ts'

/** Rows of a story: those kept beside the definition, completed with made-up values. */
export function storyRows(model: Model, name: string, count: number): SampleRecord[] {
  const kept = samples[name] ?? []
  return sampleRecords(model, name, count).map((record, at) => ({ ...record, ...kept[at % kept.length] }))
}
