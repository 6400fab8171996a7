import { relative } from 'node:path'
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'
import { estimatedSeconds, recordedSeconds } from './fileSeconds.ts'

/** Long files first, so that at the end of a step no worker is left alone with one. */
export class LongestFirst implements TestSequencer {
  private readonly vitest: Vitest

  constructor(vitest: Vitest) {
    this.vitest = vitest
  }

  /** Parts of about one length. Each machine has to come to the same parts: they are made from what is committed alone. */
  shard(files: TestSpecification[]): TestSpecification[] {
    const { index, count } = this.vitest.config.shard ?? { index: 1, count: 1 }
    return shardOf(files, index, count, spec => estimatedSeconds(pathOf(spec)), pathOf)
  }

  /** Projects stay together, as they would run. */
  sort(files: TestSpecification[]): TestSpecification[] {
    const recorded = recordedSeconds()
    const seconds = (spec: TestSpecification): number => recorded[pathOf(spec)] ?? estimatedSeconds(pathOf(spec))
    const group = ({ project: { config } }: TestSpecification): number => config.sequence.groupOrder
    return [...files].sort(
      (a, b) => group(a) - group(b) || a.project.name.localeCompare(b.project.name) || seconds(b) - seconds(a),
    )
  }
}

const pathOf = ({ moduleId }: TestSpecification): string => relative('.', moduleId).replaceAll('\\', '/')

/** The n-th of several parts of about one length: from the longest on, each goes to the part that has least. */
export function shardOf<T>(
  items: readonly T[],
  index: number,
  count: number,
  length: (item: T) => number,
  name: (item: T) => string,
): T[] {
  const parts = Array.from({ length: count }, (): { sum: number; items: T[] } => ({ sum: 0, items: [] }))
  const sorted = [...items].sort((a, b) => length(b) - length(a) || (name(a) < name(b) ? -1 : 1))
  for (const item of sorted) {
    const least = parts.reduce((best, part) => (part.sum < best.sum ? part : best))
    least.sum += length(item)
    least.items.push(item)
  }
  return parts[index - 1]?.items ?? []
}
