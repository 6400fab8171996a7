import type { StepOutcome } from './runSteps.ts'

/** Something that ran in a lane: a file of tests, or a whole step. Seconds since the run's start. */
export interface LaneBar {
  readonly label: string
  readonly step: string
  readonly from: number
  readonly to: number
  readonly ok: boolean
  /** The time of a step before its first file: its servers and workers start. */
  readonly isStart?: true
}

export interface RunLane {
  readonly name: string
  readonly bars: readonly LaneBar[]
}

/** Returns the lanes of a run: one for each worker of a step with tests, and as many as it takes for the other steps. */
export function lanesOf(outcomes: readonly StepOutcome[], start: number): RunLane[] {
  const since = (moment: number): number => Math.max(0, (moment - start) / 1000)
  const plain: LaneBar[][] = []
  const workers = new Map<string, LaneBar[]>()
  for (const { step, started, ended, ok, record } of [...outcomes].sort((a, b) => a.started - b.started)) {
    const files = record?.files ?? []
    if (files.length === 0)
      laneWithRoom(plain, since(started)).push({ label: step, step, from: since(started), to: since(ended), ok })
    const first = Math.min(...files.map(file => file.started))
    if (files.length > 0)
      workers.set(`${step} 1`, [
        { label: `${step}: starts`, step, from: since(started), to: since(first), ok: true, isStart: true },
      ])
    for (const file of files) {
      const name = `${step} ${file.worker}`
      const lane = workers.get(name) ?? []
      workers.set(name, lane)
      lane.push({ label: file.path, step, from: since(file.started), to: since(file.ended), ok: file.failed === 0 })
    }
  }
  const named = [...workers].map(([name, bars]) => ({ name, bars: bars.sort((a, b) => a.from - b.from) }))
  return [
    ...plain.map((bars, at) => ({ name: `steps ${at + 1}`, bars })),
    ...named.sort((a, b) => first(a) - first(b) || (a.name < b.name ? -1 : 1)),
  ]
}

const first = ({ bars }: RunLane): number => bars[0]?.from ?? 0

function laneWithRoom(lanes: LaneBar[][], from: number): LaneBar[] {
  const free = lanes.find(lane => (lane.at(-1)?.to ?? 0) <= from)
  if (free) return free
  const lane: LaneBar[] = []
  lanes.push(lane)
  return lane
}
