import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { at, ROOT } from './project.mjs'

/** @typedef {{ code: number, output: string, seconds: number }} Ran */

/**
 * Runs a program to its end. `shown` also streams its output: to stderr, or with 'both' to both streams. Otherwise it is
 * only collected.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shown?: 'stderr' | 'both' | 'no', limitMinutes?: number }} [options]
 * @returns {Promise<Ran>} code 127 where the program is not there, 124 where it took too long
 */
export function run(command, args, { cwd = ROOT, env = process.env, shown = 'no', limitMinutes } = {}) {
  const started = Date.now()
  return new Promise((resolve) => {
    let output = ''
    let isOverdue = false
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', shown === 'both' ? 'inherit' : 'pipe', shown === 'both' ? 'inherit' : 'pipe'],
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk
      if (shown === 'stderr') process.stderr.write(chunk)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    const timer = limitMinutes
      ? setTimeout(() => {
          isOverdue = true
          child.kill('SIGKILL')
        }, limitMinutes * 60_000)
      : undefined
    const end = (/** @type {number} */ code) => {
      clearTimeout(timer)
      resolve({ code, output, seconds: (Date.now() - started) / 1000 })
    }
    child.on('error', (error) => {
      output += error.message
      end(127)
    })
    child.on('close', (code) => end(isOverdue ? 124 : (code ?? 1)))
  })
}

/**
 * Runs a program of an installed package by the path of its JavaScript, because two packages may have a program of the same
 * name in `.bin`.
 * @param {string} path inside node_modules
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runTool = (path, args, options) =>
  run(process.execPath, [at(`node_modules/${path}`), ...args], options)

/**
 * Uses the npm that started this script, if one did.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') && existsSync(cli)
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options)
}
