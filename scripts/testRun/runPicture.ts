import type { BusyCores } from './busyCores.ts'
import type { LaneBar, RunLane } from './runLanes.ts'

const [left, top, wide, high, gap] = [90, 40, 1_400, 22, 6]
const colours: Readonly<Record<string, string>> = { unit: '#7aa6c2', api: '#8db580', flows: '#c9a66b', stories: '#b08bbf' }
const other = '#9aa0a6'
const failedColour = '#d1495b'

/** The run as an SVG: a lane for each worker, a bar for each file or step, and above them how busy the machine was. */
export function runPicture(lanes: readonly RunLane[], load: readonly BusyCores[], cores: number): string {
  const end = Math.max(1, ...lanes.flatMap(({ bars }) => bars.map(({ to }) => to)))
  const x = (seconds: number): number => round(left + (seconds / end) * wide)
  const height = top + 60 + lanes.length * (high + gap) + 30
  const rows = lanes.map(({ name, bars }, at) => {
    const y = top + 60 + at * (high + gap)
    return [`<text x="8" y="${y + 15}">${escaped(name)}</text>`, ...bars.map(bar => barOf(bar, x, y))].join('\n')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + wide + 20}" height="${height}" font-family="sans-serif" font-size="11">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="8" y="18" font-size="14">${escaped(`npm test: ${duration(end)}`)}</text>`,
    ...ticksOf(end).map(
      at =>
        `<line x1="${x(at)}" x2="${x(at)}" y1="${top - 8}" y2="${height - 20}" stroke="#ddd"/><text x="${x(at)}" y="${height - 6}" text-anchor="middle" fill="#666">${duration(at)}</text>`,
    ),
    loadOf(load, cores, x),
    ...rows,
    '</svg>',
    '',
  ].join('\n')
}

function barOf({ label, step, from, to, ok, isStart }: LaneBar, x: (seconds: number) => number, y: number): string {
  const width = Math.max(1, round(x(to) - x(from) - 0.5))
  const name = label.replace(/^.*\//, '').replace(/\.test\.tsx?$/, '')
  const text = width > name.length * 6 ? `<text x="${x(from) + 3}" y="${y + 15}">${escaped(name)}</text>` : ''
  const colour = ok ? (colours[step] ?? other) : failedColour
  return `<g><title>${escaped(`${label}: ${duration(to - from)}${ok ? '' : ', FAILED'}`)}</title><rect x="${x(from)}" y="${y}" width="${width}" height="${high}" fill="${colour}"${isStart ? ' opacity="0.4"' : ''}/>${text}</g>`
}

/** The machine's cores that were busy, whoever kept them so. */
function loadOf(load: readonly BusyCores[], cores: number, x: (seconds: number) => number): string {
  if (load.length === 0) return ''
  const y = (busy: number): number => round(top + 50 - (busy / cores) * 46)
  const points = load.map(({ at, busy }) => `${x(at)},${y(busy)}`).join(' ')
  return `<text x="8" y="${top + 30}">${cores} cores</text><polyline points="${points}" fill="none" stroke="#555"/>`
}

/** The run as text, for a terminal or a log: the same lanes in columns, then the longest files. */
export function runText(lanes: readonly RunLane[], columns = 100): string[] {
  const end = Math.max(1, ...lanes.flatMap(({ bars }) => bars.map(({ to }) => to)))
  const column = (seconds: number): number => Math.min(columns - 1, Math.floor((seconds / end) * columns))
  const rows = lanes.map(({ name, bars }) => {
    const cells = Array.from({ length: columns }, () => ' ')
    for (const [at, { from, to, ok, isStart }] of bars.entries())
      cells.fill(isStart ? '░' : ok ? (at % 2 === 0 ? '█' : '▓') : 'X', column(from), column(to) + 1)
    return `${name.padEnd(10)}▕${cells.join('')}▏`
  })
  const longest = lanes
    .flatMap(({ bars }) => bars)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, 20)
    .map(({ label, from, to }) => `${duration(to - from).padStart(8)}  from ${duration(from).padStart(7)}  ${label}`)
  return [`${' '.repeat(10)} 0${duration(end).padStart(columns - 1)}`, ...rows, '', 'The longest:', ...longest]
}

/** A mark each minute or, in a short run, each ten seconds; not more than some twenty. */
function ticksOf(end: number): number[] {
  const every = [1, 10, 60, 120, 300, 600].find(seconds => end / seconds <= 20) ?? 1_800
  return Array.from({ length: Math.floor(end / every) + 1 }, (_, at) => at * every)
}

/** `4:07`, or `3.2 s` below a minute. */
export const duration = (seconds: number): string =>
  seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
