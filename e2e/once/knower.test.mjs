// Shannon's robot and the one who knows it; why the losing side plays what it plays.

import { assert, kit, open, test } from '../stage.mjs';

/** How many milliseconds two machines wait for each other. */
const pace = (page, value) =>
  page.evaluate((wait) => {
    const slider = document.querySelector('#pace');
    slider.value = wait;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, String(value));

test('the robot is beaten, from the start and from the middle of a game', async () => {
  const page = await open();
  await page.click('#room-bridgit');
  await kit.board(page, 'size');
  await page.fill('#field-size', '4');
  await page.click('#new-board');
  await kit.settled(page);
  await page.click('#tab-play');
  await kit.seat(page, 'first', null, 'analog');
  await page.click('#beat-robot');
  await kit.until(page, '#sheet', /SHORT: The one who knows/);
  await pace(page, 0);
  assert.match(await kit.until(page, '#ending', /wins/), /SHORT wins/, 'although the robot moved first');
  assert.match(await kit.text(page, '#moves'), /^1\. [A-Z]/, 'CUT, the robot, began');
  // A game of two machines that hurry would be over before a button is pressed.
  await pace(page, 2000);
  await page.click('#leave');

  // A person begins against the robot and lets the one who knows go on.
  await kit.sit(page, 'second', 'first', 'analog');
  await kit.moved(page, 1);
  await page.click('#take-over');
  await kit.until(page, '#sheet', /CUT: The one who knows/);
  await page.click('#pause');
  await kit.settled(page);
  await page.click('#stand');
  await kit.until(page, '#sheet', /CUT: you/);
  await page.click('#take-over');
  await page.waitForSelector('#pace');
  await pace(page, 0);
  await kit.until(page, '#ending', /CUT wins/);
  await page.click('#leave');
  assert.equal(
    await page
      .locator('.rung .score')
      .allInnerTexts()
      .then((all) => all.join('')),
    '',
    'neither game counts',
  );
  await kit.close(page);
});

test('it is on the ladder, and what the losing side plays for is told', async () => {
  const page = await open();
  await kit.gallery(page, 'octahedron.net');
  // SHORT wins the octahedron even moving second, so CUT is lost.
  await kit.sit(page, 'first', 'second', 'exploit:analog');
  await kit.moved(page, 1);
  await kit.analyse(page);
  await kit.overlay(page, 'Nothing');
  const why = await kit.until(page, '#lost', /replies|line that beats/);
  assert.match(why, /^CUT was lost before this move, and played for a mistake\./);
  await page.click('#tab-play');
  await page.click('#leave');
  await kit.sit(page, 'second', 'second', 'perfect');
  await kit.takeHint(page);
  await kit.moved(page, 2);
  // The machine is SHORT, and wins.
  await page.click('#tab-why');
  const shorter = await kit.until(page, '#shortens', /resistance|Only/);
  assert.match(shorter, /^(Only edge .* wins\.|\d+ moves win\. Of those, edge .* lowers the resistance)/);
  await page.click('#tab-play');
  await page.click('#back');
  await page.click('#hint');
  assert.match(await kit.until(page, '#hinted', /After edge/), /No move wins.*After edge \d+ \(.*\d+ of \d+ repl/);
  await kit.close(page);
});
