"""Numbers below 1 000 000 in words, and where to get some."""

ONES = ("zero one two three four five six seven eight nine ten eleven twelve "
        "thirteen fourteen fifteen sixteen seventeen eighteen nineteen").split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
WORDS = {word: i for i, word in enumerate(
    ONES + TENS + ["hundred", "thousand"])}


def below_thousand(number):
    words = []
    if number >= 100:
        words += [ONES[number // 100], "hundred"]
    number %= 100
    if number >= 20:
        words.append(TENS[number // 10 - 2])
        number %= 10
    return words + [ONES[number]] if number else words


def sentence(number):
    """The ids of the words for it."""
    words = below_thousand(number % 1000)
    if number >= 1000:
        words = below_thousand(number // 1000) + ["thousand"] + words
    return [WORDS[word] for word in words or ["zero"]]


def digits(number):
    return [int(digit) for digit in str(number)]


def draw(generator, fewest=1, without=()):
    """A number of `fewest` to 6 digits."""
    while True:
        size = int(generator.integers(fewest, 7))
        fewer = 10**(size - 1) if size > 1 else 0
        number = int(generator.integers(fewer, 10**size))
        if number not in without:
            return number
