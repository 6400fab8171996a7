import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const most = 400
const tracked = execFileSync('git', ['ls-files', 'src', 'scripts', 'tests'], { encoding: 'utf8' }).split('\n')
const files = tracked.filter(file => /\.tsx?$/.test(file) && !file.startsWith('src/generated/'))
const sizes = files
  .map(file => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
  .sort((a, b) => a.lines - b.lines)
const long = sizes.filter(({ lines }) => lines > most)

for (const { file, lines } of long) console.error(`${file}: ${lines} lines, ${most} at most: one duty each`)
console.log(
  `sizes: ${sizes.length} files, median ${sizes[Math.floor(sizes.length / 2)]?.lines ?? 0} lines, ${long.length} too long`,
)
process.exitCode = long.length > 0 ? 1 : 0
